"""After how many picks do the patterns of a sample book repeat?"""

from weave import Loom

BOOK = {
    "twill": ["1100", "0110", "0011", "1001"],
    "basket": ["1100", "1100", "0011", "0011"],
    "plain": ["10", "01"],
}


class Sample:
    def __init__(self, name):
        self.name = name
        self.loom = Loom(BOOK[name])

    def line(self, picks):
        return f"{self.name:8} {self.loom.repeat(picks)}"


def main():
    for name in BOOK:
        print(Sample(name).line(24))


if __name__ == "__main__":
    main()
