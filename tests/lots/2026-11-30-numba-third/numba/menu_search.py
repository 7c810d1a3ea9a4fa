"""The dish of a menu that comes last in the alphabet, for each course."""

import numpy as np
from numba import njit

MENU = {
    "starters": ["soup", "salad", "terrine"],
    "mains": ["ragout", "pike", "risotto", "dumplings"],
    "sweets": ["sorbet", "tart"],
}


@njit
def letters(names):
    total = 0
    for at in range(names.size):
        total += len(names[at])
    return total


@njit
def shortest(names):
    best = 0
    for at in range(names.size):
        if len(names[at]) < len(names[best]):
            best = at
    return best


@njit
def last_of(names):
    last = ""
    for at in range(names.size):
        if names[at] > last:
            last = names[at]
    return last


class Course:
    def __init__(self, name, dishes):
        self.name = name
        self.dishes = np.array(dishes)

    @property
    def width(self):
        return letters(self.dishes) / self.dishes.size

    def shortest(self):
        return str(self.dishes[shortest(self.dishes)])

    def last(self):
        return last_of(self.dishes)


def courses(menu):
    return [Course(name, dishes) for name, dishes in menu.items()]


def main():
    for course in courses(MENU):
        print(f"{course.name:9} {course.width:.1f} letters, the shortest is {course.shortest()}")
    for course in courses(MENU):
        print(course.name, course.last())


if __name__ == "__main__":
    main()
