"""An album keeps the pictures that were looked at last."""

from chain import Chain, Node


class Album:
    def __init__(self, room):
        self.room = room
        self.nodes = {}
        self.chain = Chain()
        self.loads = 0

    def _load(self, name):
        self.loads += 1
        return f"picture of {name}"

    def picture(self, name):
        node = self.nodes.get(name)
        if node is None:
            node = self.nodes[name] = Node(name, self._load(name))
        else:
            self.chain.unlink(node)
        self.chain.push(node)
        while len(self.nodes) > self.room:
            self._drop(self.chain.last)
        return node.value

    def _drop(self, node):
        self.chain.unlink(node)
        del self.nodes[node.key]

    def names(self):
        return [node.key for node in self.chain]

    def size(self):
        return sum(len(node.value) for node in self.chain)
