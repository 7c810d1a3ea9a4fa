from collections import deque

from table import Refused


class Loader:
    """Loads in bulk. A batch that is refused is halved, so that few rows are lost."""

    def __init__(self, table, size=256):
        self.table = table
        self.size = size
        self.refused = 0
        self.bad = []

    def batches(self, rows):
        for start in range(0, len(rows), self.size):
            yield rows[start : start + self.size]

    def load(self, rows):
        todo = deque(self.batches(rows))
        while todo:
            batch = todo.popleft()
            if not batch:
                continue
            try:
                self.table.insert(batch)
            except Refused:
                self.refused += 1
                middle = len(batch) // 2
                todo.appendleft(batch[middle:])
                todo.appendleft(batch[:middle])
        return len(rows) - len(self.bad)
