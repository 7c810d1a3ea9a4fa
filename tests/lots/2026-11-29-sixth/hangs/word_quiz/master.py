"""A quiz in a process of its own: a word comes in, its length goes out."""

import sys


def main():
    for line in iter(sys.stdin.readline, ""):
        word = line.strip()
        if word:
            print(word, len(word), flush=True)


if __name__ == "__main__":
    main()
