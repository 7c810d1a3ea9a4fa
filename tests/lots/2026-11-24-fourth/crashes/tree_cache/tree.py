"""A suffix trie of words, as plain objects."""


class Node:
    __slots__ = ("letter", "child", "sibling", "count")

    def __init__(self, letter):
        self.letter = letter
        self.child = None
        self.sibling = None
        self.count = 0

    def find(self, letter):
        node = self.child
        while node is not None and node.letter != letter:
            node = node.sibling
        return node

    def add(self, letter):
        node = self.find(letter)
        if node is None:
            node = Node(letter)
            node.sibling, self.child = self.child, node
        node.count += 1
        return node


class Trie:
    def __init__(self):
        self.root = Node("")
        self.size = 0

    def insert(self, text):
        node = self.root
        for letter in text:
            node = node.add(letter)
            self.size += 1
