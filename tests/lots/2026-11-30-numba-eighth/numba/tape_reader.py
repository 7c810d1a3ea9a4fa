"""Records of an old tape: those that cannot be read by numbers alone are read by Python."""

import numpy as np
from numba import njit, objmode


def text_of(record):
    return bytes(record.tolist()).decode("cp500").strip()


@njit
def odd_number(record):
    with objmode(value="int64"):
        text = text_of(record)
        if not text:
            return 0
        value = int(text)
    return value


@njit
def number_of(record):
    total = 0
    for byte in record:
        if byte < 240 or byte > 249:
            return odd_number(record)
        total = total * 10 + byte - 240
    return total


@njit
def sum_of(tape, width):
    total = 0
    for at in range(0, len(tape), width):
        total += number_of(tape[at : at + width])
    return total


def main():
    text = "".join(f"{number:6d}" for number in (17, 123456, 99, 4000)) + 6 * " "
    tape = np.frombuffer(text.encode("cp500"), dtype=np.uint8)
    print(sum_of(tape, 6))


if __name__ == "__main__":
    main()
