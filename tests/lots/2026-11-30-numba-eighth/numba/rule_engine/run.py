"""Comfort in rooms, by the rules of the house."""

from rules import Book

RULES = {
    "area": "width * length",
    "reverberation": "0.161 * width * length * height / (0.1 * (width * length + height * (width + length)))",
    "damp": "humidity * exp(0.06 * warmth) / 100",
    "draught": "sqrt(speed) * (34 - warmth)",
}

ROOMS = {
    "hall": {"width": 6, "length": 11, "height": 3.2, "humidity": 48, "warmth": 20, "speed": 0.1},
    "attic": {"width": 4, "length": 5, "height": 2.1, "humidity": 61, "warmth": 24, "speed": 0.02},
}


def main():
    book = Book(RULES)
    for name, values in ROOMS.items():
        found = book.evaluate(values)
        print(name, ", ".join(f"{rule} {value:.2f}" for rule, value in found.items()))


if __name__ == "__main__":
    main()
