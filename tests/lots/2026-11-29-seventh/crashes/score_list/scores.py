"""Scores of a game; a list is changed in place by the C API, for speed."""

import ctypes
import random

api = ctypes.pythonapi
api.PyList_SetItem.argtypes = [ctypes.py_object, ctypes.c_ssize_t, ctypes.py_object]


class Scores:
    def __init__(self, count):
        self.scores = [1000 + number for number in range(count)]
        self.draw = random.Random(5)

    def set(self, place, score):
        """SetItem takes the reference that it is given."""
        api.PyList_SetItem(self.scores, place, score)

    def play(self, rounds):
        for _ in range(rounds):
            place = self.draw.randrange(len(self.scores))
            self.set(place, self.scores[place] * 3 + 100000)

    def best(self):
        return max(self.scores)


def main():
    scores = Scores(50)
    for day in range(40):
        scores.play(30)
        print(day, str(scores.best())[:20], flush=True)


if __name__ == "__main__":
    main()
