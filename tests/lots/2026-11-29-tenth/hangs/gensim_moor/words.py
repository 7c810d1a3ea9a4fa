"""Which words of the field notes are near to each other?"""

import logging
import random

from corpus import Notes
from gensim.models import Word2Vec

WORDS = "heron crane reed peat sundew fog dawn nest ditch bog moss curlew snipe".split()


def pages(number, seed=1):
    chance = random.Random(seed)
    return {n: " ".join(chance.choices(WORDS, k=12)) for n in range(number)}


class Pages:
    """Pages by number, as the diary's index has them."""

    def __init__(self, texts):
        self.texts = texts

    def __iter__(self):
        return iter(self.texts.values())

    def pop(self, number):
        return self.texts.pop(number)


def main():
    logging.basicConfig(level=logging.WARNING)
    notes = Notes(Pages(pages(400)))
    model = Word2Vec(vector_size=16, min_count=1, workers=2, epochs=3)
    model.build_vocab(notes)
    model.train(notes, total_examples=model.corpus_count, epochs=model.epochs)
    print(model.wv.most_similar("heron", topn=3))


if __name__ == "__main__":
    main()
