"""All ways to lay the twelve pentominoes into a box of 6 by 10 (there are 2339 but for symmetry)."""

import sys

SHAPES = {
    "F": [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
    "L": [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],
    "N": [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)],
    "P": [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    "U": [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
    "V": [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
    "W": [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
    "X": [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
    "Y": [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)],
    "Z": [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
}
HEIGHT, WIDTH = 6, 10


def turned(cells):
    for _ in range(2):
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            least_r, least_c = min(r for r, _ in cells), min(c for _, c in cells)
            yield frozenset((r - least_r, c - least_c) for r, c in cells)
        cells = [(r, -c) for r, c in cells]


class Cover:
    """Knuth's algorithm X, with dicts of sets."""

    def __init__(self, rows):
        self.rows = rows
        self.columns = {}
        for row, parts in rows.items():
            for part in parts:
                self.columns.setdefault(part, set()).add(row)
        self.found = 0
        self.tried = 0

    def take(self, row):
        gone = []
        for part in self.rows[row]:
            for other in self.columns[part]:
                for each in self.rows[other]:
                    if each != part:
                        self.columns[each].discard(other)
            gone.append(self.columns.pop(part))
        return gone

    def put_back(self, row, gone):
        for part in reversed(self.rows[row]):
            self.columns[part] = gone.pop()
            for other in self.columns[part]:
                for each in self.rows[other]:
                    if each != part:
                        self.columns[each].add(other)

    def search(self, chosen):
        if not self.columns:
            self.found += 1
            yield list(chosen)
            return
        part = min(self.columns, key=lambda each: len(self.columns[each]))
        for row in sorted(self.columns[part]):
            self.tried += 1
            chosen.append(row)
            gone = self.take(row)
            yield from self.search(chosen)
            self.put_back(row, gone)
            chosen.pop()


def rows():
    result = {}
    for name, cells in SHAPES.items():
        for at, shape in enumerate(sorted(set(turned(cells)), key=sorted)):
            for r in range(HEIGHT):
                for c in range(WIDTH):
                    placed = [(r + dr, c + dc) for dr, dc in shape]
                    if all(y < HEIGHT and x < WIDTH for y, x in placed):
                        result[name, at, r, c] = [name, *placed]
    return result


def main():
    cover = Cover(rows())
    for number, _ in enumerate(cover.search([]), 1):
        if number % 50 == 0:
            print(number, "ways,", cover.tried, "tried", flush=True)
    print(cover.found)


if __name__ == "__main__":
    sys.exit(main())
