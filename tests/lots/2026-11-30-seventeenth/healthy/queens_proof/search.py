"""Counts the ways to put queens on a board of which some squares are missing."""


class Search:
    def __init__(self, size, missing):
        self.size = size
        self.missing = missing
        self.nodes = 0
        self.found = 0

    def free(self, row):
        mask = (1 << self.size) - 1
        for column in range(self.size):
            if (row, column) in self.missing:
                mask &= ~(1 << column)
        return mask

    def run(self, row=0, columns=0, left=0, right=0):
        if row == self.size:
            self.found += 1
            return
        open_ = self.free(row) & ~(columns | left | right)
        while open_:
            self.nodes += 1
            bit = open_ & -open_
            open_ ^= bit
            self.run(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
