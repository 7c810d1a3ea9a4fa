import hashlib
from collections import OrderedDict


class Digest:
    def __init__(self, remember=100):
        self.remember = remember
        self.latest = OrderedDict()
        self.kinds = {}

    def add(self, record):
        key = record.get("id") or hashlib.sha1(repr(record).encode()).hexdigest()
        self.latest[key] = record.get("text", "")
        self.latest.move_to_end(key)
        while len(self.latest) > self.remember:
            self.latest.popitem(last=False)
        self.kinds[record.get("kind", "note")] = key

    def summary(self):
        return len(self.latest), sorted(self.kinds)
