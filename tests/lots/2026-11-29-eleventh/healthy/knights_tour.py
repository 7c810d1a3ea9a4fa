"""The number of ways of a knight over a board of five by five, from each field; threads look on."""

import threading
import time

WIDTH, HEIGHT = 5, 5
MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
seen = [[False] * WIDTH for _ in range(HEIGHT)]
found = 0


def ways(row, column, left):
    global found
    if not left:
        found += 1
        return 1
    seen[row][column] = True
    total = 0
    for down, right in MOVES:
        below, beside = row + down, column + right
        if 0 <= below < HEIGHT and 0 <= beside < WIDTH and not seen[below][beside]:
            total += ways(below, beside, left - 1)
    seen[row][column] = False
    return total


def look_on():
    while True:
        time.sleep(5)
        print("so far", found, flush=True)


threading.Thread(target=look_on, name="spectator", daemon=True).start()
print([ways(row, column, WIDTH * HEIGHT - 1) for row in range(HEIGHT) for column in range(WIDTH)])
