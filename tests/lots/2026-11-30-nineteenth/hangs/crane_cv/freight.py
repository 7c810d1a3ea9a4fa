"""Freight of the quay: ships, and the papers that go with them."""

import dataclasses
import time


@dataclasses.dataclass
class Ship:
    name: str
    loads: list
    papers: int


SHIPS = [Ship("Ilse", [2.0, 3.5, 1.5], 1), Ship("Tine", [4.0, 2.5], 0), Ship("Wega", [1.0, 0.5], 14)]


def write_papers(ship):
    for _ in range(ship.papers):
        time.sleep(0.05)
    return ship.papers
