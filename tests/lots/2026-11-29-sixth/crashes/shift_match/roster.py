"""Makes the roster of a week."""

import random

from match import Wishes

WEEK = 7 * 3


def wishes(nurses, numbers):
    chance = random.Random(nurses)
    made = Wishes(numbers)
    for nurse in range(nurses):
        # each takes the shift of her own number, if need be
        liked = {chance.choice(numbers): chance.randint(1, 9) for _ in range(3)}
        made.add({numbers[nurse]: 50} | liked)
    return made


def main():
    print("week", wishes(WEEK, range(WEEK)).match(), flush=True)
    numbers = [4_826_000 * (day + 1) + shift for day in range(7) for shift in range(3)]
    print("week 48", wishes(WEEK, numbers).match(), flush=True)


if __name__ == "__main__":
    main()
