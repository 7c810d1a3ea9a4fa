"""A meadow of hares and foxes as entities of esper, for many thousand days."""
import dataclasses
import random

import esper


@dataclasses.dataclass
class Place:
    x: int
    y: int


@dataclasses.dataclass
class Hare:
    age: int = 0


@dataclasses.dataclass
class Fox:
    food: int = 20


class Walk(esper.Processor):
    def __init__(self, dice):
        self.dice = dice

    def process(self):
        for _, place in esper.get_component(Place):
            place.x = (place.x + self.dice.randint(-1, 1)) % 60
            place.y = (place.y + self.dice.randint(-1, 1)) % 60


class Live(esper.Processor):
    def __init__(self, dice):
        self.dice = dice

    def process(self):
        hares = esper.get_components(Hare, Place)
        if len(hares) < 900:
            for _, (_, place) in hares[:60]:
                esper.create_entity(Hare(), Place(place.x, place.y))
        for entity, (hare, _) in hares:
            hare.age += 1
            if hare.age > 80 + self.dice.randint(0, 40):
                esper.delete_entity(entity)


class Hunt(esper.Processor):
    def process(self):
        at = {(place.x, place.y): entity for entity, (_, place) in esper.get_components(Hare, Place)}
        for _, (fox, place) in esper.get_components(Fox, Place):
            if (entity := at.pop((place.x, place.y), None)) is not None:
                esper.delete_entity(entity)
                fox.food += 1


def main():
    dice = random.Random(11)
    for _ in range(400):
        esper.create_entity(Hare(dice.randint(0, 60)), Place(dice.randrange(60), dice.randrange(60)))
    for _ in range(20):
        esper.create_entity(Fox(), Place(dice.randrange(60), dice.randrange(60)))
    for processor in (Walk(dice), Live(dice), Hunt()):
        esper.add_processor(processor)
    for day in range(1_000_000):
        esper.process()
        if day % 500 == 0:
            print(day, len(esper.get_component(Hare)), flush=True)


if __name__ == "__main__":
    main()
