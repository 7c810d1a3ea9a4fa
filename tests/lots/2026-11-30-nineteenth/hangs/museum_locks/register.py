"""The register of the objects: who reads shares it, who changes it has it alone."""

import functools

from lox import RWLock


def shared(method):
    @functools.wraps(method)
    def call(self, *args):
        with self.lock("r"):
            return method(self, *args)

    return call


def alone(method):
    @functools.wraps(method)
    def call(self, *args):
        with self.lock("w"):
            return method(self, *args)

    return call


class Register:
    def __init__(self):
        self.lock = RWLock()
        self.objects = {}
        self.places = {}
        self.lent = []

    @alone
    def enter(self, number, name, place):
        self.objects[number] = name
        self.places[number] = place

    @shared
    def name(self, number):
        return self.objects[number]

    @shared
    def where(self, number):
        place = self.places.get(number)
        if place is None:
            place = self.assign(number)
        return place

    @alone
    def assign(self, number):
        """Gives an object without a place one in the depot."""
        self.places[number] = f"depot {number % 7}"
        return self.places[number]

    @alone
    def lend(self, number, house):
        self.lent.append((number, house))
        self.places[number] = house
