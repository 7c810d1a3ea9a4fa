"""Sums with brackets, parsed by compiled functions that call each other."""

import numpy as np
from numba import njit

PLUS, TIMES, OPEN, CLOSE = 43, 42, 40, 41


@njit
def number(text, at):
    value = 0
    while at < text.size and 48 <= text[at] <= 57:
        value = 10 * value + (text[at] - 48)
        at += 1
    return value, at


@njit
def atom(text, at):
    if text[at] != OPEN:
        return number(text, at)
    value, at = total(text, at + 1)
    return value, at + 1


@njit
def product(text, at):
    value, at = atom(text, at)
    while at < text.size and text[at] == TIMES:
        other, at = atom(text, at + 1)
        value *= other
    return value, at


@njit
def total(text, at):
    value, at = product(text, at)
    while at < text.size and text[at] == PLUS:
        other, at = product(text, at + 1)
        value += other
    return value, at


for line in ("2+3*4", "(2+3)*4", "((7))*(1+1+1)"):
    value, _ = total(np.frombuffer(line.encode(), dtype=np.uint8).astype(np.int64), 0)
    print(line, "=", value)
