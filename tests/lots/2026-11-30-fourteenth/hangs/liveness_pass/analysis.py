import collections
import functools
import operator

from facts import Live


class Liveness:
    """Which names are needed before each block, from the last one backwards."""

    def __init__(self, blocks):
        self.blocks = blocks
        self.before = {label: Live() for label in blocks}
        self.users = collections.defaultdict(set)
        for block in blocks.values():
            for label in block.next:
                self.users[label].add(block.label)

    def after(self, block):
        return functools.reduce(operator.or_, (self.before[label] for label in block.next), Live())

    def solve(self):
        todo = collections.deque(reversed(self.blocks))
        while todo:
            block = self.blocks[todo.popleft()]
            live = self.after(block).before(*block.effects())
            if live != self.before[block.label]:
                self.before[block.label] = live
                todo.extend(self.users[block.label] - set(todo))
        return self.before
