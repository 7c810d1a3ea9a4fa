"""Loans: instalments, rests and what somebody can afford."""

import dataclasses

from solve import bracket, halve


@dataclasses.dataclass(frozen=True)
class Loan:
    sum: float
    rate: float
    months: int

    @property
    def instalment(self):
        monthly = self.rate / 12
        if not monthly:
            return self.sum / self.months
        return self.sum * monthly / (1 - (1 + monthly) ** -self.months)

    def rest(self, month):
        monthly = self.rate / 12
        grown = (1 + monthly) ** month
        return self.sum * grown - self.instalment * (grown - 1) / monthly


def rate_for(total, instalment, months):
    """The yearly rate at which the instalment pays the loan back."""
    return halve(lambda rate: instalment - Loan(total, rate, months).instalment, 1e-6, 1.0)


def affordable(instalment, rate, months):
    """The largest loan that the instalment pays back."""

    def room(total):
        return instalment - Loan(total, rate, months).instalment

    return halve(room, *bracket(room, 1000.0, 2000.0))
