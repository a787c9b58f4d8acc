"""Answers to the exercise of notebook 00."""

from check_answers import Answers

ANSWERS = {
    "join_pieces": Answers(
        solution='''
def join_pieces(pieces):
    """Return the text that these pieces make, one after the other."""
    text = ""
    for piece in pieces:
        text = text + piece
    return text
''',
        wrong={
            "a space between the pieces": [
                """
def join_pieces(pieces):
    return " ".join(pieces)
""",
                """
def join_pieces(pieces):
    text = ""
    for piece in pieces:
        text += " " + piece
    return text.strip()
""",
            ],
            "pieces in reverse": """
def join_pieces(pieces):
    text = ""
    for piece in pieces:
        text = piece + text
    return text
""",
            "only the last piece": """
def join_pieces(pieces):
    text = ""
    for piece in pieces:
        text = piece
    return text
""",
            "stopped at the first piece": """
def join_pieces(pieces):
    text = ""
    for piece in pieces:
        text = text + piece
        return text
    return text
""",
            "a fixed number of pieces": """
def join_pieces(pieces):
    return pieces[0] + pieces[1] + pieces[2]
""",
            "forgotten return": """
def join_pieces(pieces):
    text = ""
    for piece in pieces:
        text = text + piece
""",
            "print in place of return": """
def join_pieces(pieces):
    print("".join(pieces))
""",
            "another type": """
def join_pieces(pieces):
    return [piece for piece in pieces]
""",
        },
    ),
}
