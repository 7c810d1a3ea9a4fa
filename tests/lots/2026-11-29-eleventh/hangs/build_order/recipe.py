"""Recipes: what is made of what."""

from dataclasses import dataclass, field


@dataclass
class Step:
    name: str
    needs: list = field(default_factory=list)
    minutes: int = 5


class Recipe:
    def __init__(self, text):
        self.steps = {}
        for line in text.strip().splitlines():
            name, _, needs = line.partition(":")
            self.add(Step(name.strip(), needs.split()))

    def add(self, step):
        if step.name in self.steps:
            raise ValueError(f"{step.name} is there twice")
        self.steps[step.name] = step

    def __iter__(self):
        return iter(self.steps.values())

    def __len__(self):
        return len(self.steps)


BREAD = """
grind: wheat
wheat:
knead: grind water salt
water:
salt:
rise: knead
bake: rise oven
oven:
"""

STEW = """
chop: carrots
carrots:
fry: chop onions
onions:
stock: bones fry
bones:
simmer: fry stock thyme
serve: simmer
"""
