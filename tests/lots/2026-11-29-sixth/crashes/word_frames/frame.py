"""Puts words into frames."""

import sys

from compiled import extension

frames = extension("frames")


class Sign:
    def __init__(self, *words):
        self.words = words

    def __str__(self):
        return " ".join(frames.frame(word) for word in self.words)


def main():
    sizes = [600, 5] if len(sys.argv) < 2 else map(int, sys.argv[1:])
    for size in sizes:
        print(len(str(Sign("w" * size, "open"))), flush=True)


if __name__ == "__main__":
    main()
