"""How long does a peal of bells take? Rows come one after the other."""

from numba import njit


@njit
def changes(bells):
    row = [bell for bell in range(bells)]
    for stroke in range(2 * bells):
        for at in range(stroke % 2, bells - 1, 2):
            row[at], row[at + 1] = row[at + 1], row[at]
        yield row[0] * 0.02 + 0.21 * bells


@njit
def duration(bells, pause):
    return sum(changes(bells)) + pause * 2 * bells


if __name__ == "__main__":
    for bells in (5, 6, 8):
        print(bells, "bells", round(duration(bells, 0.4), 2), "s")
