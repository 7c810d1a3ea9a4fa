"""Prices as exchanges send them: a whole number and the number of places behind the point."""

from dataclasses import dataclass

from numba import njit


@njit
def scale_of(places):
    return 10 ** -places


@njit
def price_of(units, places):
    return units * scale_of(places)


@njit
def spread(bid, ask):
    middle = (bid + ask) / 2
    if middle == 0:
        return 0.0
    return (ask - bid) / middle


@dataclass
class Quote:
    symbol: str
    bid: int
    ask: int
    places: int

    @property
    def prices(self):
        return price_of(self.bid, self.places), price_of(self.ask, self.places)

    @property
    def spread(self):
        return spread(float(self.prices[0]), float(self.prices[1]))


def parsed(lines):
    for line in lines:
        symbol, bid, ask, places = line.split()
        yield Quote(symbol, int(bid), int(ask), int(places))


FEED = """
WHEAT 61250 61275 2
YEN 15472 15473 2
OATS 372 374 0
GOLD 2041 2043 -1
EURUSD 108431 108433 5
""".strip().splitlines()


def report(quotes):
    for quote in quotes:
        bid, ask = quote.prices
        print(f"{quote.symbol:8} {bid:12} {ask:12} {quote.spread:.6f}")


if __name__ == "__main__":
    report(parsed(FEED))
