"""Draw a spiral with a turtle."""

from turtle_path import Path


def spiral(path, turns):
    for length in range(turns):
        path.line(length).turn(91)
    return path.points()


path = Path()
for turns in (1, 4, 16):
    print(turns, spiral(path, turns)[-1], flush=True)
