"""A link carries stones from one bench to the next, as pickles over a pipe."""

from multiprocessing import Pipe


class Link:
    def __init__(self, name):
        self.name = name
        self.receiver, self.sender = Pipe(duplex=False)
        self.sent = 0
        self.received = 0

    def put(self, stone):
        self.sender.send(stone)
        self.sent += 1

    def get(self):
        stone = self.receiver.recv()
        self.received += 1
        return stone

    def waiting(self):
        return self.receiver.poll()


def ring(names):
    """A link into each bench: that of the last one leads on to the first."""
    return {name: Link(name) for name in names}
