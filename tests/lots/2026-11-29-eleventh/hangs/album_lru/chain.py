"""A chain of nodes, the newest first."""


class Node:
    __slots__ = ("key", "value", "before", "behind")

    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.before = None
        self.behind = None

    def __repr__(self):
        return f"<Node {self.key}>"


class Chain:
    def __init__(self):
        self.first = None
        self.last = None

    def push(self, node):
        node.behind = self.first
        if self.first is not None:
            self.first.before = node
        else:
            self.last = node
        self.first = node

    def unlink(self, node):
        if node.before is not None:
            node.before.behind = node.behind
        if node.behind is not None:
            node.behind.before = node.before
        if self.last is node:
            self.last = node.before

    def __iter__(self):
        node = self.first
        while node is not None:
            yield node
            node = node.behind

    def __len__(self):
        return sum(1 for _ in self)
