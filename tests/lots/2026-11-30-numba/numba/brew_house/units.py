"""Conversions, and the limits of what a sensor can say."""

LOWEST = -10.0
HIGHEST = 120.0


def celsius(fahrenheit):
    return (fahrenheit - 32.0) / 1.8


def clamp(value, low, high):
    """`value`, or the nearer of the limits."""
    if value < low:
        return low
    if value > high:
        return high
    return value


def kelvin(degrees):
    return degrees + 273.15
