"""Words in a tree, each with where it stands."""


class Node:
    __slots__ = ("word", "places", "left", "right")

    def __init__(self, word):
        self.word = word
        self.places = []
        self.left = None
        self.right = None

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.word, self.places
        if self.right is not None:
            yield from self.right


class Shelf:
    def __init__(self):
        self.root = None
        self.least = None
        self.number = 0

    def _fresh(self, word):
        self.number += 1
        return Node(word)

    def node(self, word):
        if self.root is None:
            self.root = self.least = self._fresh(word)
            return self.root
        if word < self.least.word:
            self.least.left = self._fresh(word)
            self.least = self.least.left
            return self.least
        at = self.root
        while at.word != word:
            side = "left" if word < at.word else "right"
            below = getattr(at, side)
            if below is None:
                below = self._fresh(word)
                setattr(at, side, below)
            at = below
        return at

    def __iter__(self):
        return iter(self.root or ())
