"""How light do the colours of a quilt have to be?"""

from patterns import balanced, brightness


class Quilt:
    def __init__(self, name, colours, wanted):
        self.name = name
        self.colours = colours
        self.wanted = wanted

    def light(self):
        return balanced(self.colours, self.wanted)

    def check(self):
        return brightness(self.colours, self.light())


def main():
    for quilt in (Quilt("log cabin", 5, 0.4), Quilt("nine patch", 9, 0.55), Quilt("star", 3, 0.6)):
        print(f"{quilt.name:10} light {quilt.light():.4f} comes to {quilt.check():.4f}")


if __name__ == "__main__":
    main()
