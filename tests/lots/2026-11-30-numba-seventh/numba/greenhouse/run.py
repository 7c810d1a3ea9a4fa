"""Twenty beds of a greenhouse, each with the settings that its gardener typed in."""

import json

from growth import grown

SETTINGS = """
[
  {"bed": "a1", "height": 100, "light": 2.0, "warmth": 1, "water": 1.0, "food": 1.2},
  {"bed": "a2", "height": 110.5, "light": 2, "warmth": 1.1, "water": 1, "food": 1},
  {"bed": "a3", "height": 95, "light": 1.8, "warmth": 1.2, "water": 1, "food": 1.0},
  {"bed": "a4", "height": 120, "light": 2, "warmth": 1, "water": 1, "food": 1},
  {"bed": "b1", "height": 101.0, "light": 2.2, "warmth": 1, "water": 1.3, "food": 1},
  {"bed": "b2", "height": 99, "light": 2, "warmth": 1.3, "water": 1.1, "food": 1},
  {"bed": "b3", "height": 104.5, "light": 2, "warmth": 1, "water": 1, "food": 0.9},
  {"bed": "b4", "height": 107, "light": 2, "warmth": 1, "water": 0.9, "food": 1.1},
  {"bed": "c1", "height": 90.0, "light": 1.9, "warmth": 1.2, "water": 1.1, "food": 1.1},
  {"bed": "c2", "height": 93, "light": 2, "warmth": 1, "water": 1, "food": 1.4},
  {"bed": "c3", "height": 97.5, "light": 2, "warmth": 1, "water": 1.2, "food": 1},
  {"bed": "c4", "height": 92, "light": 2.1, "warmth": 1, "water": 1, "food": 1},
  {"bed": "d1", "height": 88.5, "light": 2.1, "warmth": 1.1, "water": 1, "food": 1},
  {"bed": "d2", "height": 86, "light": 2, "warmth": 1.1, "water": 1, "food": 1.2},
  {"bed": "d3", "height": 85, "light": 2.3, "warmth": 1.4, "water": 1.2, "food": 1},
  {"bed": "d4", "height": 91.5, "light": 2, "warmth": 1, "water": 1.1, "food": 1.3}
]
"""


class Bed:
    def __init__(self, bed, **settings):
        self.name = bed
        self.settings = settings

    def after_a_day(self):
        order = ("height", "light", "warmth", "water", "food")
        return grown(*(self.settings[name] for name in order))


def main():
    beds = [Bed(**entry) for entry in json.loads(SETTINGS)]
    for bed in beds:
        print(bed.name, round(bed.after_a_day(), 1))


if __name__ == "__main__":
    main()
