"""Legends of some maps: entries with a sign and a colour, shared by all of them."""

import dataclasses
import hashlib
import logging

import _legend

log = logging.getLogger("maps")


class Entry:
    def __init__(self, name):
        digest = hashlib.md5(name.encode()).digest()
        self.name = name
        self.colour = tuple(digest[:3])
        self.sign = [[digest[(x * y) % 16] & 1 for x in range(12)] for y in range(12)]

    def __str__(self):
        return f"{self.name} #%02x%02x%02x" % self.colour


@dataclasses.dataclass
class Map:
    title: str
    layers: tuple

    def legend(self):
        for layer in self.layers:
            yield _legend.entry(layer, Entry)


MAPS = [
    Map("walks", ("path", "hut", "spring", "forest")),
    Map("lifts", ("lift", "hut", "run")),
    Map("springs", ("spring", "stream", "forest", "path")),
]


def main():
    logging.basicConfig(level=logging.INFO)
    for each in MAPS:
        print(each.title + ":", ", ".join(map(str, each.legend())), flush=True)
    log.info("%d entries", _legend.known())


if __name__ == "__main__":
    main()
