"""Rebates: three for two, and one cent off each whole euro on Mondays."""

import dataclasses


@dataclasses.dataclass
class Offer:
    article: str
    buy: int
    pay: int

    def price(self, number, cents):
        groups, rest = divmod(number, self.buy)
        return (groups * self.pay + rest) * cents


OFFERS = {"eggs": Offer("eggs", 3, 2)}


def total(article, number, cents):
    offer = OFFERS.get(article)
    return offer.price(number, cents) if offer else number * cents
