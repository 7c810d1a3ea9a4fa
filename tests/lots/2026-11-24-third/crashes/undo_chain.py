"""The history of a drawing as a chain of steps, which is saved now and then."""

import dataclasses
import pickle
import sys

sys.setrecursionlimit(1_000_000)


@dataclasses.dataclass
class Step:
    kind: str
    x: int
    y: int
    before: "Step | None" = None


class Drawing:
    def __init__(self):
        self.latest = None
        self.steps = 0

    def draw(self, kind, x, y):
        self.latest = Step(kind, x, y, self.latest)
        self.steps += 1

    def save(self):
        return len(pickle.dumps(self.latest))


def main():
    drawing = Drawing()
    for target in (100, 1000, 200_000):
        while drawing.steps < target:
            drawing.draw("line", drawing.steps % 640, drawing.steps % 480)
        print(drawing.steps, "steps in", drawing.save(), "bytes", flush=True)


if __name__ == "__main__":
    main()
