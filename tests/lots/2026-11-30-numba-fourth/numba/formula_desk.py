"""Formulas that a user types in, compiled and used on a table of measurements."""

import numpy as np
from numba import njit

TEMPLATE = """
def formula({names}):
    return {text}
"""


class Desk:
    def __init__(self, **columns):
        self.columns = columns
        self.compiled = {}

    def compile(self, text, names):
        scope = {"sqrt": np.sqrt, "exp": np.exp}
        exec(TEMPLATE.format(names=", ".join(names), text=text), scope)
        return njit(cache=True)(scope["formula"])

    def value(self, text):
        names = sorted(name for name in self.columns if name in text)
        if text not in self.compiled:
            self.compiled[text] = self.compile(text, names)
        return self.compiled[text](*(self.columns[name] for name in names))


@njit(cache=True)
def spread(values):
    return values.max() - values.min()


def main():
    rng = np.random.default_rng(12)
    desk = Desk(mass=rng.uniform(1, 3, 200), speed=rng.uniform(0, 9, 200))
    print("speeds:", round(spread(desk.columns["speed"]), 2))
    for text in ("mass * speed ** 2 / 2", "mass * speed", "sqrt(speed)"):
        print(text, "=", desk.value(text).mean().round(3))


if __name__ == "__main__":
    main()
