"""Steps that a photograph goes through: each takes a pixel's value and gives another one."""

from numba import literal_unroll, njit


@njit
def brighten(value):
    return min(1.0, value * 1.15)


@njit
def contrast(value):
    return min(1.0, max(0.0, 0.5 + (value - 0.5) * 1.3))


@njit
def gamma(value):
    return value**0.85


@njit
def invert(value):
    return 1.0 - value


@njit
def posterize(value):
    return int(value * 8) / 8


@njit
def apply(image, stages):
    total = 0.0
    for row in range(image.shape[0]):
        for column in range(image.shape[1]):
            value = image[row, column]
            for stage in literal_unroll(stages):
                value = stage(value)
            image[row, column] = value
            total += value
    return total / image.size
