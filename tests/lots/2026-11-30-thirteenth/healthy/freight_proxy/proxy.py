"""A proxy for TCP in one thread, with a limit on what it keeps for a slow side."""

import selectors
import socket

LIMIT = 65536


class Link:
    def __init__(self, selector, client, target):
        self.selector = selector
        self.sides = {client: target, target: client}
        self.kept = {client: b"", target: b""}
        for side in self.sides:
            side.setblocking(False)
            selector.register(side, selectors.EVENT_READ, self)

    def ready(self, side, mask):
        other = self.sides[side]
        if mask & selectors.EVENT_WRITE and self.kept[side]:
            sent = side.send(self.kept[side])
            self.kept[side] = self.kept[side][sent:]
        if mask & selectors.EVENT_READ:
            data = side.recv(LIMIT)
            if not data:
                return self.close()
            self.kept[other] += data
        for each in self.sides:
            self.watch(each)

    def watch(self, side):
        mask = 0
        if len(self.kept[self.sides[side]]) < LIMIT:
            mask |= selectors.EVENT_READ
        if self.kept[side]:
            mask |= selectors.EVENT_WRITE
        if mask:
            try:
                self.selector.modify(side, mask, self)
            except KeyError:
                self.selector.register(side, mask, self)
        elif side in self.selector.get_map():
            self.selector.unregister(side)

    def close(self):
        for side in self.sides:
            if side in self.selector.get_map():
                self.selector.unregister(side)
            side.close()


class Proxy:
    def __init__(self, target):
        self.target = target
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.selector.register(self.listener, selectors.EVENT_READ)

    @property
    def port(self):
        return self.listener.getsockname()[1]

    def run(self):
        while True:
            for key, mask in self.selector.select():
                if key.fileobj is self.listener:
                    client, _ = self.listener.accept()
                    Link(self.selector, client, socket.create_connection(self.target))
                else:
                    key.data.ready(key.fileobj, mask)
