"""Customers at the counter, who come one after the other."""

import dataclasses
import itertools


@dataclasses.dataclass(frozen=True)
class Visit:
    number: int
    account: str
    amount: int


class Queue:
    """Numbers are drawn at the door."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.visits = []

    def draw(self, account, amount):
        self.visits.append(Visit(next(self.numbers), account, amount))
        return self

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.visits:
            raise StopAsyncIteration
        return self.visits.pop(0)
