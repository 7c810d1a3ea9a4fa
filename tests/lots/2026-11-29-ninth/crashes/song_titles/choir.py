"""Prints the list of a choir's songs, and labels for the folders."""

import argparse
import sys

import songs


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-labels", action="store_true")
    return parser.parse_args()


class Printer:
    def __init__(self, out):
        self.out = out
        self.lines = 0

    def line(self, text):
        self.lines += 1
        print(text, file=self.out, flush=True)

    def all(self, found, labels=True):
        ordered = sorted(found, key=lambda song: song.key)
        for song in ordered:
            self.line(song.in_list())
        for song in ordered if labels else ():
            self.line(song.on_label())


def main():
    chosen = options()
    Printer(sys.stdout).all(songs.SONGS, not chosen.no_labels)


if __name__ == "__main__":
    main()
