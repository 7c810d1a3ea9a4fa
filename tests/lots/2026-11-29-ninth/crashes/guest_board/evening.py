"""In the evening guests are entered, by a program of its own."""

import random
import sys

import board

NAMES = ["Ahlgren", "Bergström", "Cederlund", "Dahl", "Ekman", "Forsberg"]


def main(folder, rooms):
    chance = random.Random(4)
    guests = board.Board(folder, rooms, "w+")
    for room in sorted(chance.sample(range(rooms), 12)):
        name = f"{chance.choice(NAMES)}, party of {chance.randrange(1, 5)}"
        guests.enter(room, bed=chance.randrange(1, 5), name=name, nights=chance.randrange(1, 8))
    guests.save()
    print(len(guests.taken()), "rooms are taken", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
