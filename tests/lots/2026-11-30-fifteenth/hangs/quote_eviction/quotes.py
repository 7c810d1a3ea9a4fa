import math
from dataclasses import dataclass

from cachetools import cached
from cachetools.keys import hashkey

from cache import SpillingCache, lock

history = []


@dataclass(frozen=True)
class Quote:
    paper: str
    day: int
    price: float


def spill(key, quote):
    before = quote_of(quote.paper, quote.day - 1)
    history.append((quote.paper, quote.day, quote.price - before.price))


quotes = SpillingCache(64, spill)


@cached(quotes, key=hashkey, lock=lock)
def quote_of(paper, day):
    base = 50 + sum(map(ord, paper)) % 40
    return Quote(paper, day, round(base + 5 * math.sin(day / 3), 2))
