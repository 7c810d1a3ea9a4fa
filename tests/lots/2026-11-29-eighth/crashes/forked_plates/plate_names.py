"""Names of plates: the region of the sky, and the night."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Name:
    region: str
    night: int

    @classmethod
    def parse(cls, text):
        found = re.fullmatch(r"([A-Z]{3})-(\d+)", text)
        if not found:
            raise ValueError(text)
        return cls(found[1], int(found[2]))

    def __str__(self):
        return f"{self.region} of night {self.night}"


SHELF = [Name.parse(text) for text in ("ORI-12", "CYG-14", "LYR-14", "AND-20")]
