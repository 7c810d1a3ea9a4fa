"""The inventory of a museum, from a table as the office exports it."""

import csv
import dataclasses
import io

TABLE = """number;title;place
17;Bronze bell;R2/14
18;Oak chest;R1/3
23;Model of a mill;R2/2
31;Ship's lantern;
40;Weaver's comb;attic, left of the stairs
41;Spindle;R1/9
"""


@dataclasses.dataclass
class Thing:
    number: int
    title: str
    place: str

    @property
    def heading(self):
        return f"{self.number} {self.title}"[:23]


def things(text=TABLE):
    for row in csv.DictReader(io.StringIO(text), delimiter=";"):
        yield Thing(int(row["number"]), row["title"], row["place"] or "?")
