"""A family tree: who descends from whom, and through how many generations?"""

from numba import deferred_type, int64, njit, optional
from numba.experimental import jitclass

person_type = deferred_type()


@jitclass([("born", int64), ("mother", optional(person_type)), ("father", optional(person_type))])
class Person:
    def __init__(self, born, mother, father):
        self.born = born
        self.mother = mother
        self.father = father


@njit
def generations(person):
    depth = 0
    while person.mother is not None:
        person = person.mother
        depth += 1
    return depth


class Register:
    def __init__(self):
        self.people = {}

    def enter(self, name, born, mother=None, father=None):
        self.people[name] = Person(born, self.people.get(mother), self.people.get(father))

    def line(self, name):
        return generations(self.people[name])


    def oldest(self):
        return min(self.people, key=lambda name: self.people[name].born)


ENTRIES = (
    ("Greta", 1899, None, None),
    ("Otto", 1896, None, None),
    ("Martha", 1924, "Greta", "Otto"),
    ("Paul", 1951, "Martha", None),
    ("Ines", 1955, "Martha", None),
    ("Lena", 1980, "Ines", None),
)


def main():
    register = Register()
    for entry in ENTRIES:
        register.enter(*entry)
    for name in ("Paul", "Lena"):
        print(name, register.line(name))
    print("oldest:", register.oldest())


if __name__ == "__main__":
    main()
