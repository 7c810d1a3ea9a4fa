"""Writes prices: exchange.py FILE NUMBER. Each line on stdin begins a new day."""

import random
import sys

from board import BoardWriter


def trade(board, number, rng):
    for when in range(number):
        board.add(rng.choice(["wheat", "barley", "rye"]), round(rng.uniform(150, 260), 2), when)


def main():
    board = BoardWriter(sys.argv[1])
    rng = random.Random(3)
    trade(board, int(sys.argv[2]), rng)
    print("open", flush=True)
    for line in sys.stdin:
        board.new_day()
        trade(board, 40, rng)
        print("new day", flush=True)


if __name__ == "__main__":
    main()
