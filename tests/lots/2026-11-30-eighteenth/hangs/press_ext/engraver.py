"""Two apprentices engrave plates."""

import threading
import time

import plates

from workshop import Workshop


class Apprentice(threading.Thread):
    def __init__(self, name, strokes, rest):
        super().__init__(name=name)
        self.strokes = strokes
        self.rest = rest
        self.done = []

    def stroke(self, number):
        if self.rest:
            time.sleep(self.rest)
        self.done.append(number)

    def run(self):
        for _ in range(3):
            plates.engrave(self.stroke, self.strokes)
            time.sleep(0.01)


def shift(rest):
    apprentices = [Apprentice(name, 5, rest) for name in ("veit", "lena")]
    for apprentice in apprentices:
        apprentice.start()
    for apprentice in apprentices:
        apprentice.join()
    return sum(len(apprentice.done) for apprentice in apprentices)


def main():
    workshop = Workshop()
    with workshop.part("morning"):
        print("morning", shift(0), flush=True)
    with workshop.part("evening"):
        print("evening", shift(0.05), flush=True)
    print(sorted(workshop.parts))


if __name__ == "__main__":
    main()
