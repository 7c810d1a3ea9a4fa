"""Cells. A formula may name the cell above it, whose formula is put in its place."""


class Column:
    """Cells below one another; the first one has a number."""

    def __init__(self, first):
        self.first = str(first)
        self.rest = []

    def append(self, before, after):
        """One more cell: what stands before and after the value of the cell above."""
        self.rest.append((before, after))

    def __len__(self):
        return 1 + len(self.rest)

    def formula(self):
        """The formula of the last cell, without names of others."""
        before = "".join(f"{text}(" for text, _ in reversed(self.rest))
        after = "".join(f"){text}" for _, text in self.rest)
        return before + self.first + after


def fill_down(column, count, before, after):
    while len(column) < count:
        column.append(before, after)
    return column
