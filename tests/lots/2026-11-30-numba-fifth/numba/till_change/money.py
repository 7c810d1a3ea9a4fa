"""Amounts of money, as the till has them: exact, with two places."""

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def rounded(amount):
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


@dataclass
class Receipt:
    number: int
    lines: list = field(default_factory=list)

    def add(self, name, price, pieces=1):
        self.lines.append((name, Decimal(price), pieces))

    def total(self):
        return rounded(sum((price * pieces for _, price, pieces in self.lines), Decimal(0)))


COINS = tuple(Decimal(c) for c in ("2", "1", "0.5", "0.2", "0.1", "0.05", "0.02", "0.01"))
