"""Counts the tilings of a yard with slabs of three, by Algorithm X; two threads share the work."""
import threading

LOCK = threading.Lock()
COUNTS = {}


def slabs(width, height):
    for y in range(height):
        for x in range(width):
            if x + 2 < width:
                yield [(x, y), (x + 1, y), (x + 2, y)]
            if y + 2 < height:
                yield [(x, y), (x, y + 1), (x, y + 2)]
            if x + 1 < width and y + 1 < height:
                yield [(x, y), (x + 1, y), (x, y + 1)]
                yield [(x, y), (x + 1, y), (x + 1, y + 1)]


def solve(cells, rows):
    if not cells:
        yield 1
        return
    cell = min(cells, key=lambda c: len(cells[c]))
    for row in list(cells[cell]):
        taken = []
        for c in rows[row]:
            for other in cells[c]:
                for c2 in rows[other]:
                    if c2 != c:
                        cells[c2].discard(other)
            taken.append((c, cells.pop(c)))
        yield from solve(cells, rows)
        for c, owners in reversed(taken):
            cells[c] = owners
            for other in owners:
                for c2 in rows[other]:
                    if c2 != c:
                        cells[c2].add(other)


def count(width, height):
    rows = dict(enumerate(slabs(width, height)))
    cells = {(x, y): set() for x in range(width) for y in range(height)}
    for number, row in rows.items():
        for cell in row:
            cells[cell].add(number)
    for _ in solve(cells, rows):
        with LOCK:
            COUNTS[width, height] = COUNTS.get((width, height), 0) + 1


if __name__ == "__main__":
    threads = [threading.Thread(target=count, args=size) for size in ((9, 8), (6, 9))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(COUNTS)
