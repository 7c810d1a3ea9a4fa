"""Tables of tides as their makers publish them; some are of seconds, others of finer units."""

import dataclasses


@dataclasses.dataclass
class Table:
    harbour: str
    first: int
    unit: int = 1
    tides: int = 4

    def __iter__(self):
        for tide in range(self.tides):
            yield (self.first + tide * 44_700) * self.unit


TABLES = {
    "ems": Table("Ems", 1_700_000_000),
    "jade": Table("Jade", 1_750_000_000, tides=6),
    "weser": Table("Weser", 1_800_000_000, unit=10**10),
}
