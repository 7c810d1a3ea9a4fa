"""Train word vectors of gensim for long: the corpus is read slowly, as it comes from a diary."""

import random
import time

from gensim.models import Word2Vec

WORDS = "heron crane reed peat sundew fog dawn nest ditch bog moss curlew snipe".split()


class Diary:
    def __init__(self, days, pause):
        self.days = days
        self.pause = pause

    def __iter__(self):
        chance = random.Random(1)
        for _ in range(self.days):
            yield chance.choices(WORDS, k=200)
            time.sleep(self.pause)


model = Word2Vec(vector_size=64, min_count=1, workers=2, epochs=40)
model.build_vocab(Diary(40, 0))
model.train(Diary(40, 0.1), total_examples=40, epochs=model.epochs)
print(model.wv.most_similar("heron", topn=3))
