"""Steps of a random walk, one after the other."""

from numba import njit


@njit
def walk(steps):
    place = 0
    for step in steps:
        match step:
            case "left":
                place -= 1
            case "right":
                place += 1
    return place


steps = ("left", "right", "right")
print(walk(steps))
with open("walk.log", "a") as log:
    log.write(f"{len(steps)} steps")
