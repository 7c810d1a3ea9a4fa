"""The mean taking so far, day by day."""

from register import Till, day


class Week:
    NAMES = ("mon", "tue", "wed", "thu", "fri")

    def __init__(self, till):
        self.till = till

    def days(self):
        for at, name in enumerate(self.NAMES):
            yield name, day(self.till.takings(30 + 10 * at))


def main():
    for name, (mean, spread, count) in Week(Till(7)).days():
        print(f"{name} takings so far {count:.0f}, mean {mean:.2f}, spread {spread:.2f}")


if __name__ == "__main__":
    main()
