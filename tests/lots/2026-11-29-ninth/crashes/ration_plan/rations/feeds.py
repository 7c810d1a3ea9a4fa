"""Feeds and what is in a kilogram of them."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Feed:
    name: str
    price: float
    energy: float
    protein: float


@dataclasses.dataclass(frozen=True)
class Need:
    animal: str
    energy: float
    protein: float
    without: tuple = ()


FEEDS = [
    Feed("hay", 1.2, 8.0, 80),
    Feed("oats", 2.1, 11.5, 110),
    Feed("peas", 3.0, 13.0, 230),
    Feed("rape cake", 2.6, 12.0, 330),
]
NEEDS = [
    Need("cow", 180, 2400),
    Need("ewe", 14, 160),
    Need("horse", 90, 900, without=("rape cake",)),
]
