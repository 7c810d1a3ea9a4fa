"""What did goods cost at the customs, in several years?"""

import logging

from rules import folding, functions

GOODS = {"books": (90, 300), "chairs": (800, 2200), "tea": (300, 900)}
CHANGES = {
    2024: {},
    2025: {0.12: 0.14, 12.5: 15.0},
    2026: {0.12: 0.08, 45.0: 0.0, 17.5: 3.25},
}


def main():
    logging.basicConfig(level=logging.INFO)
    for number, changes in CHANGES.items():
        year = folding.Year(number, functions.RULES, changes)
        for name, (value, weight) in GOODS.items():
            print(number, name, f"{year.cost(value, weight):.2f}", flush=True)


if __name__ == "__main__":
    main()
