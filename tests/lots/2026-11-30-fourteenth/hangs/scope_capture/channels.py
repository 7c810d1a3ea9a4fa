import time

import scopelib


class Trace:
    """Where the blocks of a scope arrive."""

    def __init__(self):
        self.blocks = []

    def block(self, position, size):
        self.blocks.append((position, size))

    def __len__(self):
        return sum(size for _, size in self.blocks)


class Channel:
    def __init__(self, name, block):
        self.name = name
        self.block = block
        self.trace = Trace()
        self.scope = None

    def start(self):
        self.trace = Trace()
        self.scope = scopelib.Scope(self.block, self.trace.block)

    def capture(self, samples):
        self.start()
        while len(self.trace) < samples:
            time.sleep(0.01)
        return self.trace

    def stop(self):
        if self.scope:
            self.scope.stop()
            self.scope = None
