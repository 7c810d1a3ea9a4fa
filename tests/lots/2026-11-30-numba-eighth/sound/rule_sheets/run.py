"""Comfort of rooms by rules; the same few functions for all of them."""

import math

from rules import made, rule

RULES = (("humidity * exp(0.06 * warmth) / 100", ("humidity", "warmth")), ("sqrt(speed) * pi", ("speed",)))


def main():
    total = 0.0
    for room in range(50):
        values = {"humidity": 40.0 + room, "warmth": 18.0 + room % 5, "speed": 0.01 * room}
        for text, names in RULES:
            total += rule(text, names)(*(values[name] for name in names))
    assert len(made) == 2
    assert math.isfinite(total)
    print(round(total, 3))


if __name__ == "__main__":
    main()
