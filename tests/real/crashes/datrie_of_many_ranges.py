# An alphabet of letters that do not follow each other: its map is merged past the end of a block.
# https://github.com/pytries/datrie/issues/74
import random

import datrie


def build(size):
    letters = [chr(number) for number in range(size)]
    return datrie.Trie(letters)  # <-- here


random.seed(1)
tries = [build(size) for size in range(100, 1500, 25)]  # <-- also
words = [bytearray(size) for size in range(8, 4000)]  # <-- also
print(len(tries), len(words))
