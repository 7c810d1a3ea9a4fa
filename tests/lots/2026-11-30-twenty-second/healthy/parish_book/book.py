"""A book of a parish in Markdown, with footnotes and tables, chapter by chapter."""

import random
from functools import lru_cache

import markdown

NAMES = ["Brandt", "Olofsson", "Kos", "Lund", "Moreau", "Ferrari"]


class Chapter:
    def __init__(self, year, entries):
        self.year = year
        self.entries = entries

    def source(self):
        rng = random.Random(self.year)
        lines = [f"# Anno {self.year}", ""]
        for entry in range(self.entries):
            name = rng.choice(NAMES)
            lines += [f"*{name}* gave **{rng.randrange(90)}** thalers[^{entry}] to `fund {entry % 7}`.", ""]
            if entry % 25 == 0:
                lines += ["| what | sum |", "| --- | --- |", f"| candles | {entry} |", ""]
        for entry in range(self.entries):
            lines += [f"[^{entry}]: Folio {rng.randrange(400)}, [see](#{entry}).", ""]
        return "\n".join(lines)

    def render(self):
        return markdown.markdown(self.source(), extensions=["tables", "footnotes", "toc"])


class Book:
    def __init__(self, entries):
        self.entries = entries

    @lru_cache(maxsize=8)
    def chapter(self, year):
        return Chapter(year, self.entries).render()
