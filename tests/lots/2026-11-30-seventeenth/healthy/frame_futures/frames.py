import math
import time


def render(scene, frame):
    """A frame takes its time: some of it is arithmetic, most is the disk."""
    value = sum(math.sin(frame * i) for i in range(60_000))
    time.sleep(8 + frame % 4 * 5)
    return scene, frame, round(value, 3)
