"""Lockers of a school, at the beginning of the year."""

import numpy as np
from lockers import Corridor


class Form:
    def __init__(self, name, pupils, seed):
        self.name = name
        self.wishes = np.random.default_rng(seed).integers(0, 30, pupils)

    def table(self, corridor):
        plan = corridor.plan(self.wishes)
        return {locker: pupil for locker, pupil in enumerate(plan) if pupil is not None}


def main():
    corridor = Corridor(30)
    for form in (Form("5a", 24, 1), Form("5b", 27, 2)):
        print(form.name, form.table(corridor))


if __name__ == "__main__":
    main()
