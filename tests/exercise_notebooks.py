"""Small made-up notebooks with exercises, to try editions and grading on."""

from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]


def code(cell_id: str, source: str, *tags: str) -> Cell:
    """A code cell that has been executed."""
    return {
        "cell_type": "code",
        "execution_count": 1,
        "id": cell_id,
        "metadata": {"tags": list(tags)} if tags else {},
        "outputs": [{"name": "stdout", "output_type": "stream", "text": ["shown\n"]}],
        "source": source,
    }


def prose(cell_id: str, source: str, *tags: str) -> Cell:
    """A Markdown cell."""
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "markdown", "id": cell_id, "metadata": metadata, "source": source}


def notebook(*cells: Cell) -> Notebook:
    """A notebook of these cells."""
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return {
        "cells": list(cells),
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
