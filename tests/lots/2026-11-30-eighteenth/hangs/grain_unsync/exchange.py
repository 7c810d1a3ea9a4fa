"""The exchange: prices are asked for by lists, in three lanes."""

import logging
import threading

from grain import price


class Board(threading.Thread):
    def __init__(self):
        super().__init__(name="board", daemon=True)
        self.stopped = threading.Event()
        self.shown = 0

    def run(self):
        while not self.stopped.wait(0.7):
            self.shown += 1


class Exchange:
    def __init__(self):
        self.board = Board()
        self.board.start()

    def prices(self, kinds):
        asked = {kind: price(kind) for kind in kinds}
        return {kind: future.result() for kind, future in asked.items()}


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    exchange = Exchange()
    logging.info("%s", exchange.prices(["rye", "oats"]))
    logging.info("%s", exchange.prices(["rye", "wheat", "barley"]))


if __name__ == "__main__":
    main()
