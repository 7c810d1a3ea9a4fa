"""Makes the index of a small book."""

import itertools

from sorter import sorted_words

CHAPTERS = [
    "The mill stands by the river. The river turns the wheel; the wheel turns the stone.",
    "In the evening the miller counts the sacks, and the mice count the grains.",
]


def main():
    words = sorted_words(CHAPTERS)
    for letter, group in itertools.groupby(words, key=lambda word: word[0]):
        print(letter.upper(), ", ".join(group))


if __name__ == "__main__":
    main()
