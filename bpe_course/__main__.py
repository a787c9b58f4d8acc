"""`python -m bpe_course`: the command, also where its script is not on the path."""

from bpe_course.cli import main

if __name__ == "__main__":
    main()
