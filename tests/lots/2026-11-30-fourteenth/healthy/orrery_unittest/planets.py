"""A child that computes where planets are, slowly and in order.  python planets.py STEPS"""

import math
import sys


def positions(steps):
    bodies = [(1.0, 0.0, 0.0, 1.0), (1.5, 0.0, 0.0, 0.816), (5.2, 0.0, 0.0, 0.4385)]
    for _ in range(steps):
        moved = []
        for x, y, u, v in bodies:
            r3 = math.hypot(x, y) ** 3
            u -= x / r3 * 1e-4
            v -= y / r3 * 1e-4
            moved.append((x + u * 1e-4, y + v * 1e-4, u, v))
        bodies = moved
    return bodies


if __name__ == "__main__":
    for x, y, _, _ in positions(int(sys.argv[1])):
        print(f"{x:.6f} {y:.6f}")
