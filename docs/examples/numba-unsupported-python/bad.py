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
        with open("walk.log", "a") as log:
            log.write("step")
    return place


print(walk(("left", "right", "right")))
