"""The figures of the course: data in, a picture with alternative text out.

One module a notebook. Each function's figure has one message, said in its title as a sentence.
matplotlib is imported when the first figure is drawn, not before.
"""

from bpe_course.plots.picture import Picture

__all__ = ["Picture"]
