import argparse
import gc

from knots import Rope


class Board:
    def __init__(self):
        self.ropes = {}

    def tie(self, name, turns, rounds):
        rope = Rope(name, turns)
        for _ in range(rounds):
            rope.smooth()
        self.ropes[name] = (rope.length(), rope.centre().x)
        return self.ropes[name]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    board = Board()
    for name, turns in (("bowline", 9), ("reef", 12), ("sheet bend", 15), ("figure of eight", 20)):
        length, x = board.tie(name, turns, options.rounds)
        print(f"{name}: {length:.2f} from {x:.2f}", flush=True)
        gc.collect()


if __name__ == "__main__":
    main()
