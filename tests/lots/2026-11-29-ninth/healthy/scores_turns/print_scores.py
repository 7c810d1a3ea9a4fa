"""Print the scores of an evening."""

import logging
import os
import sys
import tempfile

from engraver import music, press


def main():
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "score.txt")
        printing = press.Press(sys.argv[1], path)
        for piece in music.PIECES:
            print(piece.title, flush=True)
            printing.print(piece)
        printing.close()
        with open(path) as score:
            print(sum(1 for _ in score), "voices")


if __name__ == "__main__":
    main()
