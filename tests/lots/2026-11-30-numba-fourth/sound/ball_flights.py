"""Flights of balls that are thrown at many angles, each a ball of its own."""

import numpy as np
from numba import float64, int64, njit, prange
from numba.experimental import jitclass


@jitclass([("x", float64), ("y", float64), ("vx", float64), ("vy", float64), ("steps", int64)])
class Ball:
    def __init__(self, speed, angle):
        self.x = 0.0
        self.y = 0.0
        self.vx = speed * np.cos(angle)
        self.vy = speed * np.sin(angle)
        self.steps = 0

    def step(self, seconds, drag):
        speed = np.sqrt(self.vx * self.vx + self.vy * self.vy)
        self.vx -= seconds * drag * speed * self.vx
        self.vy -= seconds * (9.81 + drag * speed * self.vy)
        self.x += seconds * self.vx
        self.y += seconds * self.vy
        self.steps += 1


@njit
def flight(speed, angle, drag):
    ball = Ball(speed, angle)
    while ball.y >= 0.0:
        ball.step(0.001, drag)
    return ball.x


@njit(parallel=True)
def flights(speed, angles, drag):
    out = np.empty(angles.size)
    for at in prange(angles.size):
        ball = Ball(speed, angles[at])
        while ball.y >= 0.0:
            ball.step(0.001, drag)
        out[at] = ball.x
    return out


@njit
def height(speed, angle, drag):
    ball = Ball(speed, angle)
    best = 0.0
    while ball.vy > 0.0:
        ball.step(0.001, drag)
        best = max(best, ball.y)
    return best


def main():
    print("height:", round(height(30.0, 1.0, 0.004), 2))
    angles = np.linspace(0.1, 1.4, 200)
    far = flights(30.0, angles, 0.004)
    plain = np.array([flight(30.0, angle, 0.004) for angle in angles])
    print("same:", bool(np.allclose(far, plain)))
    print("best angle:", round(float(angles[far.argmax()]), 2), round(float(far.max()), 2))


if __name__ == "__main__":
    main()
