"""Roots of what only grows or only falls."""


def bracket(function, low, high, factor=1.6):
    """Widens a range upwards until the function changes its sign in it."""
    at_low = function(low)
    for _ in range(60):
        if at_low * function(high) <= 0:
            return low, high
        low, high = high, high * factor
        at_low = function(low)
    raise ValueError("no root")


def halve(function, low, high, tolerance=1e-9):
    """The root between low and high."""
    falling = function(low) > 0
    while high - low > tolerance:
        middle = (low + high) / 2
        if (function(middle) > 0) == falling:
            low = middle
        else:
            high = middle
    return (low + high) / 2
