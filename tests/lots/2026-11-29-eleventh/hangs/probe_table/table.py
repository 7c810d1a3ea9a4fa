"""A table with open addressing, of a fixed size, as it is saved to a file just so."""

EMPTY = None


class Table:
    def __init__(self, size=16):
        self.size = size
        self.keys = [EMPTY] * size
        self.values = [EMPTY] * size
        self.used = 0

    def _home(self, key):
        number = 7
        for letter in key:
            number = (number * 31 + ord(letter)) % 65521
        return number % self.size

    def _slot(self, key):
        """The slot of `key`, or the empty one where it belongs."""
        slot = self._home(key)
        while self.keys[slot] is not EMPTY and self.keys[slot] != key:
            slot = (slot + 1) % self.size
        return slot

    def __setitem__(self, key, value):
        slot = self._slot(key)
        if self.keys[slot] is EMPTY:
            self.used += 1
        self.keys[slot] = key
        self.values[slot] = value

    def get(self, key, default=None):
        slot = self._slot(key)
        return default if self.keys[slot] is EMPTY else self.values[slot]

    def __len__(self):
        return self.used
