"""Where is a fire most likely this week?"""

from index import Region

WEEK = {"monday": 4.0, "tuesday": 12.0, "wednesday": 30.0}


class Bulletin:
    def __init__(self, region):
        self.region = region
        self.lines = []

    def add(self, day, wind):
        row, column = self.region.worst(wind)
        self.lines.append(f"{day:10} wind {wind:4} at {int(row)}, {int(column)}")


def main():
    bulletin = Bulletin(Region(200, 5))
    for day, wind in WEEK.items():
        bulletin.add(day, wind)
    print("\n".join(bulletin.lines))


if __name__ == "__main__":
    main()
