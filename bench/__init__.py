"""The benchmarks: `python -m bench` from the root of the clone; the tests never look at the clock.

No time counts before its output is known to be right. Each run has a process of its own, the
contenders take turns, and what is reported is the median with its spread.
"""
