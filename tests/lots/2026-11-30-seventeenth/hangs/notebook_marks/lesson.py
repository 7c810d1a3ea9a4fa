"""The cells of a pupil's notebook, as handed in."""

CELLS = [
    "import math",
    "def area(radius):\n    return math.pi * radius ** 2",
    "print(round(area(3), 2))",
    "name = input('Your name: ')\nprint('Hello', name)",
    "print(area(1) < 4)",
]
EXPECTED = {2: "28.27", 4: "True"}
