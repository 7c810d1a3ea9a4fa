import random

import verses

WORDS = "the sea the wind a lantern old harbour night gull oar salt morning grey".split()


def poem(seed, lines):
    rng = random.Random(seed)
    return "\n".join(" ".join(rng.choices(WORDS, k=7)) for _ in range(lines))


class Shelf:
    """Long poems by title, each with its index."""

    def __init__(self):
        self.indexes = {}

    def add(self, title, text):
        self.indexes[title] = verses.Verses(text.strip().lower())
        return len(self.indexes[title])

    def find(self, word):
        return {title: len(index.with_word(word.lower())) for title, index in self.indexes.items()}
