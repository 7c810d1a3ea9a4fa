"""Sets the poems of an anthology, the short ones first."""

import itertools
import sys

from poems import Poems

WORDS = "the river goes by and nobody asks it where it has been all night".split()


def verses(count):
    words = itertools.cycle(WORDS)
    for number in range(count):
        yield " ".join(itertools.islice(words, 6 + number % 3))


def main():
    poems = Poems(sys.argv[1])
    pages = 0
    for title, count in (("Morning", 400), ("The Epic of the River", 60000)):
        with poems.new() as poem:
            poem.extend(verses(count))
            lines = poem.text().count("\n")
        pages += lines // 40 + 1
        print(title, pages, flush=True)


if __name__ == "__main__":
    main()
