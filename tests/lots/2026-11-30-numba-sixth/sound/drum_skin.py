"""The skin of a drum: three moments of it are kept in one array, and take turns."""

import numpy as np
from numba import njit, prange

SPEED = 0.2


@njit(parallel=True)
def advance(state, now):
    before = (now + 2) % 3
    after = (now + 1) % 3
    rows, columns = state.shape[1], state.shape[2]
    for y in prange(1, rows - 1):
        for x in range(1, columns - 1):
            bend = (
                state[now, y - 1, x]
                + state[now, y + 1, x]
                + state[now, y, x - 1]
                + state[now, y, x + 1]
                - 4.0 * state[now, y, x]
            )
            state[after, y, x] = (
                2.0 * state[now, y, x] - state[before, y, x] + SPEED * bend
            )
    return after


def by_hand(last, here):
    out = np.zeros_like(here)
    bend = here[:-2, 1:-1] + here[2:, 1:-1] + here[1:-1, :-2] + here[1:-1, 2:]
    bend = bend - 4.0 * here[1:-1, 1:-1]
    out[1:-1, 1:-1] = 2.0 * here[1:-1, 1:-1] - last[1:-1, 1:-1] + SPEED * bend
    return out


class Drum:
    def __init__(self, size):
        self.state = np.zeros((3, size, size))
        y, x = np.ogrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
        skin = np.maximum(0.0, 1.0 - 9.0 * (y * y + x * x))
        skin[[0, -1], :] = 0.0
        self.state[0] = self.state[1] = skin
        self.now = 1

    def beat(self, steps):
        for _ in range(steps):
            self.now = advance(self.state, self.now)
        return self.state[self.now]


def main():
    drum = Drum(80)
    last, here = drum.state[0].copy(), drum.state[1].copy()
    for round_number in range(3):
        skin = drum.beat(40)
        for _ in range(40):
            last, here = here, by_hand(last, here)
        assert np.allclose(skin, here)
        print(round_number, skin[40, 40].round(5))


if __name__ == "__main__":
    main()
