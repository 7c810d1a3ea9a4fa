"""The broker in memory: topics with partitions, groups whose members share these."""

import collections
import threading


class Broker:
    def __init__(self, partitions):
        self.logs = {number: [] for number in range(partitions)}
        self.committed = collections.Counter()
        self.groups = collections.defaultdict(list)
        self._lock = threading.Lock()

    def publish(self, key, value):
        with self._lock:
            self.logs[key % len(self.logs)].append(value)

    def join(self, group, member):
        with self._lock:
            self.groups[group].append(member)

    def share_of(self, group, member):
        with self._lock:
            members = self.groups[group]
            mine = members.index(member)
            return [p for p in self.logs if p % len(members) == mine]

    def fetch(self, partition, offset, limit):
        with self._lock:
            return self.logs[partition][offset : offset + limit]

    def commit(self, partition, offset):
        with self._lock:
            self.committed[partition] = max(offset, self.committed[partition])
