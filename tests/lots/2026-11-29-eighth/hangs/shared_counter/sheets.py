"""Sheets with votes, as booths have written them."""

import dataclasses
import re


@dataclasses.dataclass
class Sheet:
    booth: str
    text: str

    def votes(self):
        for word in self.text.split():
            yield int(word)

    def __len__(self):
        return len(self.text)


def parse(text):
    """Sheets of lines like "Mitte: 3 4"."""
    for line in text.strip().splitlines():
        if found := re.fullmatch(r"\s*(\w+):\s*(.*)", line):
            yield Sheet(*found.groups())
