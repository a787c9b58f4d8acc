"""Grading a class's notebooks: the checks run here, the students' code in processes of its own.

For each exercise of each submission two processes are started. The *judge* runs the course's check
and never a line of the student's. The *worker* runs the student's cells and answers the judge's
calls: arguments go in, data comes out. Whatever a student's code does to its own process, the
verdict is reached in another one.
"""
