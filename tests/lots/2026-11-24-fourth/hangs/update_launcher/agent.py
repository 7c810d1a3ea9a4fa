"""The agent that stays on the machine and reports its state."""

import time


def main():
    beats = 0
    while True:
        time.sleep(1)
        beats += 1


if __name__ == "__main__":
    main()
