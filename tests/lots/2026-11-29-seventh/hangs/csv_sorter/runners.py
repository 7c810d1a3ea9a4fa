"""Who was first? The runners of a race, by their time."""

import random

import sorted_csv


def runners(count):
    draw = random.Random(2)
    for number in range(count):
        yield number, round(draw.gauss(240, 20), 1), draw.choice(["red", "blue"])


def main():
    with sorted_csv.Sorted(2) as table:
        for runner in runners(500):
            table.add(runner)
        frame = table.frame(["number", "minutes", "club"])
    print(frame.head(3))
    print(frame.groupby("club")["minutes"].min())


if __name__ == "__main__":
    main()
