class Live:
    """The names that are needed at a point of the program."""

    __slots__ = ("names",)

    def __init__(self, names=()):
        self.names = frozenset(names)

    def __or__(self, other):
        return Live(self.names | other.names)

    def before(self, read, written):
        return Live((self.names - written) | read)

    def __repr__(self):
        return "{" + " ".join(sorted(self.names)) + "}"
