"""The minutes of a parish council, kept as a dict on disk."""

import dataclasses
import pathlib
import random
import tempfile

from sqlitedict import SqliteDict

TOPICS = "bench bridge drain fence footpath fund hall hedge lamp pond roof school verge".split()


@dataclasses.dataclass(frozen=True)
class Meeting:
    year: int
    month: int

    @property
    def key(self):
        return f"{self.year}-{self.month:02d}"


class Book:
    """One table for all; pages that were read lately are kept."""

    def __init__(self, path=None):
        self.path = pathlib.Path(path or pathlib.Path(tempfile.mkdtemp(prefix="minutes-")) / "book.db")
        self.table = SqliteDict(str(self.path), tablename="minutes", autocommit=False)
        self.kept = {}

    def write(self, meeting, text):
        self.table[meeting.key] = text
        self.kept[meeting.key] = text

    def save(self):
        self.table.commit()

    def keys(self):
        return sorted(self.table.keys())

    def read(self, key):
        if key in self.kept:
            return self.kept[key]
        text = self.table[key]
        self.kept[key] = text
        return text

    def forget(self):
        self.kept.clear()


def fill(book, years=range(1990, 1996)):
    rng = random.Random(41)
    for year in years:
        for month in range(1, 13):
            lines = [f"Resolved: the {rng.choice(TOPICS)} is to be seen to." for _ in range(12)]
            book.write(Meeting(year, month), "\n".join(lines))
    book.save()
    book.forget()
