"""Editions of the course, made from the committed notebooks: the one source.

The committed notebook is the instructor's edition. From it come the student's edition, in which
solutions are replaced by stubs, a printable hand-out, and the slides of the lecture.
"""
