"""The warmth of a plate, by relaxation: slowly, in plain Python, until nothing changes any more."""

import threading
import time


class Plate:
    def __init__(self, size):
        self.size = size
        self.cells = [[0.0] * size for _ in range(size)]
        self.cells[0] = [100.0] * size

    def sweep(self):
        change = 0.0
        for y in range(1, self.size - 1):
            row, above, below = self.cells[y], self.cells[y - 1], self.cells[y + 1]
            for x in range(1, self.size - 1):
                new = (row[x - 1] + row[x + 1] + above[x] + below[x]) / 4
                change = max(change, abs(new - row[x]))
                row[x] = new
        return change

    def settle(self, tolerance):
        sweeps = 0
        change = tolerance
        while change >= tolerance:
            change = self.sweep()
            sweeps += 1
        return sweeps


def lamp():
    while True:
        time.sleep(0.5)


def main():
    threading.Thread(target=lamp, daemon=True).start()
    for size in (20, 160):
        print(size, Plate(size).settle(1e-7), flush=True)


if __name__ == "__main__":
    main()
