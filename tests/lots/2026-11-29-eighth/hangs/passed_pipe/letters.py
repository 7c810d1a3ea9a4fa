"""Letters, made of templates."""

import dataclasses
import string
import textwrap

TEMPLATES = {
    "invoice": "Dear $name, for $thing we ask you to pay $sum.",
    "reminder": "Dear $name, you have not paid $sum for $thing yet.",
}


@dataclasses.dataclass
class Letter:
    kind: str
    name: str
    thing: str
    sum: str

    def lines(self, width=24):
        values = {"name": self.name, "thing": self.thing, "sum": self.sum}
        text = string.Template(TEMPLATES[self.kind]).substitute(values)
        yield from textwrap.wrap(text, width)
