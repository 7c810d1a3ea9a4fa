from numba import njit


@njit
def volume(x, y, z):
    return x * y * z


@njit
def total(boxes):
    result = 0.0
    for i in range(len(boxes)):
        box = [boxes[i], boxes[i] + 1.0, boxes[i] + 2.0]
        result += volume(*box)  # fails: numba-operand-types: volume(*box)
    return result


print(total((1.0, 2.0, 3.0)))
