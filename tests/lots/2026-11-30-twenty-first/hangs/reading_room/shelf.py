"""A shelf for what was asked for last: a ring of entries, the newest behind the head."""

import threading


class Entry:
    __slots__ = ("key", "value", "size", "before", "after")

    def __init__(self, key=None, value=None, size=0):
        self.key, self.value, self.size = key, value, size
        self.before = self.after = self


class Shelf:
    def __init__(self, room):
        self.room = room
        self.used = 0
        self.head = Entry()
        self.entries = {}
        self.lock = threading.Lock()

    def _link(self, entry):
        entry.before, entry.after = self.head, self.head.after
        self.head.after.before = entry
        self.head.after = entry

    def _unlink(self, entry):
        entry.before.after = entry.after
        entry.after.before = entry.before

    def get(self, key):
        with self.lock:
            entry = self.entries.get(key)
            if entry is None:
                return None
            self._unlink(entry)
            self._link(entry)
            return entry.value

    def put(self, key, value, size):
        with self.lock:
            entry = self.entries.get(key)
            if entry is not None:
                self.used -= entry.size
                entry.value, entry.size = value, size
            else:
                entry = self.entries[key] = Entry(key, value, size)
            self.used += size
            self._link(entry)
            self._shrink()

    def _shrink(self):
        while self.used > self.room:
            oldest = self.head.before
            self._unlink(oldest)
            del self.entries[oldest.key]
            self.used -= oldest.size

    def listing(self):
        with self.lock:
            found = []
            entry = self.head.after
            while entry is not self.head:
                if entry.size:
                    found = [*found[-50:], entry.key]
                entry = entry.after
            return found
