"""How full are the buses today?"""

import threading

from kernels import loads
from lines import TOWN


class Board(threading.Thread):
    """Shows what is known so far, beside the computing."""

    def __init__(self):
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.shown = {}

    def run(self):
        while not self.done.wait(0.2):
            pass

    def show(self, name, text):
        self.shown[name] = text
        print(f"{name:12}{text}")


def main():
    board = Board()
    board.start()
    for line in TOWN:
        fullest, standing = loads(line.riders(18), 40)
        board.show(line.name, f"fullest {fullest.max()}, {standing} runs with people standing")
    board.done.set()
    board.join()


if __name__ == "__main__":
    main()
