"""Where does something move in front of a camera? The change from frame to frame, by blocks."""

import numpy as np
from numba import njit

BLOCK = 8


@njit
def block_change(before, after, top, left, size):
    change = 0.0
    for y in range(top, top + size):
        for x in range(left, left + size):
            change += abs(after[y, x] - before[y, x])
    return change / (size * size)


@njit
def motion_map(before, after, size):
    rows = before.shape[0] // size
    columns = before.shape[1] // size
    out = np.zeros((rows, columns))
    for row in range(rows):
        for column in range(columns):
            out[row, column] = block_change(before, after, row * size, column * size, size)
    return out


class Camera:
    """A corridor, with a door that somebody opens."""

    def __init__(self, height=48, width=64, seed=12):
        self.rng = np.random.default_rng(seed)
        self.scene = self.rng.integers(40, 200, (height, width))

    def frame(self, at):
        noisy = self.scene + self.rng.integers(-2, 3, self.scene.shape)
        noisy[10:40, 4 * at : 4 * at + 9] += 35
        return np.clip(noisy, 0, 255).astype(np.uint8)

    def frames(self, count):
        for at in range(count):
            yield self.frame(at)


class Watch:
    def __init__(self, threshold):
        self.threshold = threshold
        self.last = None
        self.alarms = []

    def look(self, number, frame):
        if self.last is not None:
            changes = motion_map(self.last, frame, BLOCK)
            busy = np.argwhere(changes > self.threshold)
            self.alarms.append((number, len(busy), float(changes.mean())))
        self.last = frame


def main():
    watch = Watch(6.0)
    for number, frame in enumerate(Camera().frames(6)):
        watch.look(number, frame)
    for number, busy, mean in watch.alarms:
        print(f"frame {number}: {busy} blocks, mean change {mean:.1f}")


if __name__ == "__main__":
    main()
