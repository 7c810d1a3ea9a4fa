"""What a process of the farm does: one picture, pixel by pixel."""

import time


def mandelbrot(x, y, most):
    a = b = 0.0
    for step in range(most):
        a, b = a * a - b * b + x, 2 * a * b + y
        if a * a + b * b > 4:
            return step
    return most


def render(number, width=90, height=60, most=300):
    zoom = 1.03**-number
    xs = [-0.745 + (x / width - 0.5) * 3 * zoom for x in range(width)]
    ys = [0.1 + (y / height - 0.5) * 2 * zoom for y in range(height)]
    rows = [[mandelbrot(x, y, most) for x in xs] for y in ys]
    time.sleep(3)  # the file server
    return number, sum(map(sum, rows))
