# The bit matrix of long texts is a row too small: writing it down damages the heap.
# https://github.com/rapidfuzz/python-Levenshtein/issues/9
import random

import Levenshtein

letters = random.Random(7)


def text(length):
    return "".join(letters.choice("abcdefgh ") for _ in range(length))


def steps(old, new):
    return Levenshtein.opcodes(old, new)  # <-- here


for length in range(64, 6000, 37):
    old, new = text(length), text(length // 3)
    print(length, len(steps(old, new)), len(steps(new, old)))  # <-- also
