import difflib
import random
import time


class Edition:
    def __init__(self, seed, words):
        rng = random.Random(seed)
        book = [f"w{number}" for number in range(150)]
        self.words = [rng.choice(book) for _ in range(words)]


def compare(one, other):
    matcher = difflib.SequenceMatcher(None, one.words, other.words, autojunk=False)
    return matcher.ratio()


if __name__ == "__main__":
    first = Edition(0, 9000)
    for seed in range(1, 60):
        began = time.monotonic()
        print(seed, round(compare(first, Edition(seed, 9000)), 4), round(time.monotonic() - began, 1), flush=True)
