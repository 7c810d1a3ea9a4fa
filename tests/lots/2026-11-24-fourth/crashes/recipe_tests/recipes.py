"""Recipes whose amounts can be shown in other units."""

import ctypes
import dataclasses
import os

library = ctypes.CDLL(os.environ["UNITS"])
library.units_convert.argtypes = [ctypes.c_double, ctypes.c_char_p, ctypes.c_char_p]
library.units_convert.restype = ctypes.c_double


@dataclasses.dataclass(frozen=True)
class Amount:
    value: float
    unit: str

    def to(self, unit):
        value = library.units_convert(self.value, self.unit.encode(), unit.encode())
        return Amount(value, unit)


class Recipe:
    def __init__(self, name, **amounts):
        self.name = name
        self.amounts = {what: Amount(*amount) for what, amount in amounts.items()}

    def metric(self):
        return {what: round(amount.to("g").value) for what, amount in self.amounts.items()}
