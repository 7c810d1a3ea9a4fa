"""Orders of carpets."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Order:
    customer: str
    length: float
    rows_to_metre: int = 320

    @property
    def rows(self):
        return round(self.length * self.rows_to_metre)


ORDERS = [Order("hotel", 14.0), Order("church", 6.5, 500), Order("school", 3.0)]
