"""Letters are written, folded and sealed; each step is a link of a chain."""

import time
from concurrent.futures import ThreadPoolExecutor

from promises import gather, then

LETTERS = {"mayor": "To the honourable mayor", "guild": "To the masters of the guild", "court": ""}
WAX = {"T": "red", "D": "green"}


def write(name):
    time.sleep(0.2)
    return name, LETTERS[name]


def fold(letter):
    name, text = letter
    return name, text, len(text) // 8 + 1


def seal(folded):
    name, text, folds = folded
    return f"{name}: {folds} folds, {WAX[text[0]]} wax"


def main():
    with ThreadPoolExecutor(2, thread_name_prefix="clerk") as clerks:
        letters = [then(then(clerks.submit(write, name), fold), seal) for name in LETTERS]
        for line in gather(letters):
            print(line)


if __name__ == "__main__":
    main()
