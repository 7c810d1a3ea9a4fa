"""Lands and rivers of an atlas; what takes long is worked out once (functools.cached_property)."""

import functools
import time


class Land:
    def __init__(self, name):
        self.name = name
        self.rivers = []

    @functools.cached_property
    def area(self):
        time.sleep(0.2)
        return 100 * len(self.name)

    @functools.cached_property
    def water(self):
        """How much water its rivers carry."""
        time.sleep(0.2)
        return sum(river.flow for river in self.rivers)


class River:
    def __init__(self, name, *lands, springs=False):
        self.name = name
        self.lands = lands
        self.springs = springs
        for land in lands[1:]:
            land.rivers.append(self)

    @functools.cached_property
    def length(self):
        return sum(land.area for land in self.lands) / 10

    @functools.cached_property
    def flow(self):
        """By the area of its lands, and what comes from the land of its spring."""
        time.sleep(0.2)
        spring = self.lands[0].water if self.springs else 0
        return sum(land.area for land in self.lands[1:]) * 0.3 + spring


class Atlas:
    def __init__(self):
        self.lands = {name: Land(name) for name in ("Baden", "Hessen", "Tirol", "Savoy")}
        self.rivers = {}

    def river(self, name, *lands, springs=False):
        self.rivers[name] = River(name, *(self.lands[land] for land in lands), springs=springs)

    def __iter__(self):
        yield from self.lands.values()
        yield from self.rivers.values()
