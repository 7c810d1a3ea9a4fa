"""Taxes: what the town, the region and the church take, in hundredths."""

from machine import assembler, memory

TAXES = {
    "town": [("times", 21), ("add", 50)],
    "region": [("times", 11), ("add", 50)],
    "church": [("times", 1)],
}


DEDUCTIONS = {"journeys": 0.25, "interest": 0.30}


def after_deductions(income, paid):
    """What is left of an income to be taxed; `paid` has what was paid for what."""
    left = income
    for kind, amount in paid.items():
        left -= int(amount * DEDUCTIONS.get(kind, 0))
    return max(left, 0)


class Machine:
    def __init__(self):
        self.functions = {}

    def __getitem__(self, tax):
        if tax not in self.functions:
            self.functions[tax] = memory.compiled(assembler.assemble(TAXES[tax]))
        return self.functions[tax]

    def all(self, income):
        return {tax: self[tax](income) // 100 for tax in TAXES}
