"""Heights of an island, by Perlin's noise."""

import dataclasses
import functools
import hashlib

import noise


@dataclasses.dataclass(frozen=True)
class Settings:
    octaves: int = 4
    scale: float = 24.0
    sea: float = -0.05


def seed_of(name):
    """A number for a name, always the same."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") & 0x7FFFFFFF


class Terrain:
    def __init__(self, name, seed=None, settings=Settings()):
        self.name = name
        self.seed = seed_of(name) if seed is None else seed
        self.settings = settings

    def height(self, x, y):
        scale = self.settings.scale
        return noise.pnoise2(x / scale, y / scale, octaves=self.settings.octaves, base=self.seed)

    @functools.cached_property
    def land(self):
        """How many of the cells are above the sea."""
        return sum(self.height(x, y) > self.settings.sea for x in range(64) for y in range(64))


class Atlas:
    """Islands by their names; the first one is the one of the tutorial."""

    def __init__(self):
        self.islands = {"Tutorial": Terrain("Tutorial", seed=7)}

    def add(self, name):
        self.islands[name] = Terrain(name)
        return self.islands[name]

    def __iter__(self):
        return iter(self.islands.values())
