"""Prints all frames of a movie, one JSON object a line, as a probe for movies does."""

import json
import sys


def main(name, frames):
    print(f"probing {name}", file=sys.stderr)
    for number in range(frames):
        frame = {"n": number, "pts": number * 40, "key": number % 25 == 0, "size": 900 + number % 77}
        print(json.dumps(frame))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
