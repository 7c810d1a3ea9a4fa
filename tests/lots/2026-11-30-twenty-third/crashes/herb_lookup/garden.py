"""A herb garden's labels: where each herb stands, by its name in any of three languages."""
import argparse
import collections
import contextlib

from table import Table

BEDS = {
    "sage": 4, "thyme": 4, "rosemary": 7, "chives": 2, "dill": 2, "mint": 9, "basil": 5, "borage": 6,
}
OTHER_NAMES = {
    "Salbei": "sage", "Thymian": "thyme", "Rosmarin": "rosemary", "Schnittlauch": "chives",
    "sauge": "sage", "aneth": "dill", "menthe": "mint", "bourrache": "borage",
}


class Garden:
    def __init__(self, beds):
        self.beds = Table(60)
        for name, bed in beds.items():
            self.beds.enter(name, bed)
        self.asked = collections.Counter()

    def translate(self, words):
        with Table(40) as names:
            for number, word in enumerate(OTHER_NAMES, 1):
                if names.find(word) is None:
                    names.enter(word, number)
            order = list(OTHER_NAMES.values())
            return [order[names.find(word) - 1] if word in OTHER_NAMES else word for word in words]

    def bed(self, word):
        self.asked[word] += 1
        return self.beds.find(word)

    def close(self):
        self.beds.close()


def tour(garden, words):
    for word in words:
        yield word, garden.bed(word)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*", default=["mint", "dill", "borage"])
    options = parser.parse_args()
    with contextlib.closing(Garden(BEDS)) as garden:
        for word, bed in tour(garden, options.words):
            print(f"{word}: bed {bed}", flush=True)
        translated = garden.translate(["Salbei", "aneth", "chives"])
        print("in English:", translated, flush=True)
        for word, bed in tour(garden, translated):
            print(f"{word}: bed {bed}", flush=True)
    print(garden.asked.most_common(2))


if __name__ == "__main__":
    main()
