"""Pictures of a set, in pure Python."""


def row(y, width, height, rounds):
    total = 0
    for x in range(width):
        c = complex(3 * x / width - 2, 2 * y / height - 1)
        z = 0
        for number in range(rounds):
            z = z * z + c
            if abs(z) > 2:
                break
        total += number
    return total
