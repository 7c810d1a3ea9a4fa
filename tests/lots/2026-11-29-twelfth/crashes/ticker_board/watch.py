"""Watch an exchange: the mean of the last prices, over two days.

    python watch.py --prices 4000 --last 300
"""

import argparse
import logging
import os
import statistics
import subprocess
import sys
import tempfile

from board import BoardReader

HERE = os.path.dirname(os.path.abspath(__file__))


class Exchange:
    """The other process."""

    def __init__(self, path, prices):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "exchange.py"), path, str(prices)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.process.stdout.readline()

    def next_day(self):
        print("next", file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()


class Watcher:
    def __init__(self, board, last):
        self.board = board
        self.last = last
        self.number = len(board)

    def means(self):
        """Mean by name, of the last prices."""
        by_name = {}
        for at in range(self.number - self.last, self.number):
            name, price, _ = self.board[at]
            by_name.setdefault(name, []).append(price)
        return {name: round(statistics.fmean(prices), 2) for name, prices in by_name.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prices", type=int, default=4000)
    parser.add_argument("--last", type=int, default=300)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "board")
        with Exchange(path, options.prices) as exchange:
            watcher = Watcher(BoardReader(path), options.last)
            logging.info("%s", watcher.means())
            logging.info("%s", exchange.next_day())
            logging.info("%s", watcher.means())


if __name__ == "__main__":
    main()
