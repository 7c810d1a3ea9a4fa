"""An engine that is asked in lines, and tells two things for each move."""

import sys


def main():
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "move":
            sys.stdout.write(f"info depth {len(rest)}\nbest {rest[::-1]}\n")
            sys.stdout.flush()
        elif command == "quit":
            return


if __name__ == "__main__":
    main()
