# A body's mass is not a number; Chipmunk's check ends the process.
# https://github.com/harvitronix/reinforcement-learning-car/issues/21
import math

import pymunk


def fall(mass):
    space = pymunk.Space()
    space.gravity = 0, -900
    body = pymunk.Body(mass, 1)  # <-- here
    shape = pymunk.Circle(body, 5)
    space.add(body, shape)
    space.step(0.02)
    return body.position


print(fall(1.0))
print(fall(math.inf))  # <-- also
