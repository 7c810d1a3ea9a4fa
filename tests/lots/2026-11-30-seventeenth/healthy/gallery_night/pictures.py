import itertools


class Store:
    """Pictures that are to be hung, by kind."""

    KINDS = {"oils": "landscape", "prints": "etching", "glass": "window"}

    def __init__(self):
        self.numbers = itertools.count(1)
        self.hung = []

    def hang(self, team, room):
        picture = f"{self.KINDS[team]} {next(self.numbers)}"
        self.hung.append((room.number, picture))
        return picture
