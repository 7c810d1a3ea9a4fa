"""Rooms and what a house has set for them."""
import dataclasses
import functools

from fastdict import lookup


def traced(function):
    @functools.wraps(function)
    def call(*arguments):
        call.count += 1
        return function(*arguments)

    call.count = 0
    return call


@dataclasses.dataclass
class Tariff:
    base: float
    season: dict
    extras: list

    def price(self, month):
        return self.base * self.season.get(month, 1.0) + sum(self.extras)


class House:
    def __init__(self, name):
        self.name = name
        self.settings = {
            "tariff": Tariff(84.0, {7: 1.4, 8: 1.5}, [2.5, 4.0]),
            "rooms": [[number, number % 4 + 1] for number in range(101, 140)],
            "plan": bytes(range(256)) * 12_000,
            "breakfast": {"from": "07:00", "to": "10:30"},
        }

    @traced
    def quote(self, month, guests):
        tariff = self.settings["tariff"]
        free = next((number for number, beds in self.settings["rooms"] if beds >= guests), None)
        return free, tariff.price(month), self.side(free)

    def side(self, number):
        """Street or yard, as the plan of the house has it."""
        plan = lookup(self.settings, b"plan")
        return "street" if plan[number * 97] & 1 else "yard"
