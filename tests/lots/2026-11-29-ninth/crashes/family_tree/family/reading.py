"""Reads the families of a parish register: each line has a parent's number, or none."""

import random

from family.people import Person


def register(lines, seed=3):
    """Made up here. Bees are in it too: the queens of an old hive, one after the other."""
    chance = random.Random(seed)
    for number in range(lines):
        yield number, chance.randrange(max(number - 30, 0), number) if number else None
    first = lines
    for number in range(first, first + 60000):
        yield number, number - 1 if number > first else None


def families(lines):
    people, founders = {}, []
    for number, parent in lines:
        person = people[number] = Person(f"number {number}", 1700 + number % 300)
        if parent is None:
            founders.append(person)
        else:
            people[parent].add(person)
    return founders
