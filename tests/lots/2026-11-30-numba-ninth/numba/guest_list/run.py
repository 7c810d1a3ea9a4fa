"""Who sits beside whom at the wedding?"""

import json

from seats import Hall

LISTS = """
{"family": [1013, 2087, 455, 3021, 77, 1990],
 "friends": [2311, 602, 1444, 809, 2750, 31, 1207],
 "cancelled": [602, 1990]}
"""


class Wedding:
    def __init__(self, text):
        lists = json.loads(text)
        self.guests = lists["family"] + lists["friends"]
        self.cancelled = lists["cancelled"]
        self.family = set(lists["family"])

    def plan(self, hall):
        plan = hall.invite(self.guests, self.cancelled)
        return [[int(guest) for guest in row if guest >= 0] for row in plan]


def main():
    wedding = Wedding(LISTS)
    hall = Hall(3, 4)
    for number, row in enumerate(wedding.plan(hall)):
        print("table", number, row, "family", sum(guest in wedding.family for guest in row))
    print("beside 2087:", hall.neighbours(2087))


if __name__ == "__main__":
    main()
