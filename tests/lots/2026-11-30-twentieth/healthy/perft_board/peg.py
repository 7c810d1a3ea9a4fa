"""Searches peg solitaire to its end with a table of positions seen."""
MOVES = []
CELLS = [(x, y) for y in range(7) for x in range(7) if 2 <= x <= 4 or 2 <= y <= 4]
INDEX = {cell: number for number, cell in enumerate(CELLS)}
for (x, y), number in INDEX.items():
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        over, to = INDEX.get((x + dx, y + dy)), INDEX.get((x + 2 * dx, y + 2 * dy))
        if over is not None and to is not None:
            MOVES.append((1 << number | 1 << over, 1 << to))


class Search:
    def __init__(self):
        self.seen = set()
        self.ends = {}

    def visit(self, pegs):
        if pegs in self.seen:
            return
        if len(self.seen) < 2_000_000:
            self.seen.add(pegs)
        stuck = True
        for source, target in MOVES:
            if pegs & source == source and not pegs & target:
                stuck = False
                self.visit(pegs ^ source | target)
        if stuck:
            left = pegs.bit_count()
            self.ends[left] = self.ends.get(left, 0) + 1


if __name__ == "__main__":
    search = Search()
    search.visit((1 << 33) - 1 ^ 1 << INDEX[3, 3])
    print(sorted(search.ends.items()))
