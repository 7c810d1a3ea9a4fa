"""What is made of what, in the mill."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    name: str
    needs: tuple[str, ...] = ()
    minutes: float = 1.0

    def make(self) -> str:
        time.sleep(self.minutes / 20)
        return f"{self.name} ({', '.join(self.needs) or 'raw'})"


def parse(text: str) -> list[Step]:
    """A line for each step: name, minutes, and what it needs."""
    steps = []
    for line in text.strip().splitlines():
        head, _, needs = line.partition(":")
        name, minutes = head.split()
        steps.append(Step(name, tuple(needs.split()), float(minutes)))
    return steps


BREAD = """
grain 1:
water 1:
salt 1:
flour 3: grain
dough 4: flour water salt
leaven 2: flour water
loaf 6: dough leaven
"""

FEED = """
grain 1:
bran 2: grain
meal 3: grain bran
mash 3: meal bran meal
sack 1: mash
"""
