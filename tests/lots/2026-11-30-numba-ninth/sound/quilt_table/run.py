"""How light do the colours of a quilt have to be?"""

from patterns import balanced, brightness


class Quilt:
    def __init__(self, name, colours, wanted):
        self.name = name
        self.colours = colours
        self.wanted = wanted

    def light(self):
        return balanced(self.colours, self.wanted, self.name)


def main():
    for quilt in (Quilt("log cabin", 5, 0.4), Quilt("nine patch", 9, 0.55)):
        light, notes = quilt.light()
        assert abs(brightness(quilt.colours, light) - quilt.wanted) < 1e-4
        print(quilt.name, round(light, 4), notes)


if __name__ == "__main__":
    main()
