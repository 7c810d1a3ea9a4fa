import functools
import threading


def guarded(method):
    @functools.wraps(method)
    def call(self, *arguments):
        with self._client:
            return method(self, *arguments)

    return call


class Consumer:
    """One member of a group. All its methods may be called from any thread."""

    def __init__(self, broker, group, name, on_revoked):
        self.broker = broker
        self.group = group
        self.name = name
        self.on_revoked = on_revoked
        self.assigned = []
        self.positions = {}
        self._client = threading.RLock()
        broker.join(group, name)

    @guarded
    def poll(self, limit=5):
        self._rebalance()
        batch = []
        for partition in self.assigned:
            position = self.positions[partition]
            for value in self.broker.fetch(partition, position, limit):
                batch.append((partition, position, value))
                position += 1
            self.positions[partition] = position
        return batch

    @guarded
    def commit(self, partition, offset):
        if partition in self.assigned:
            self.broker.commit(partition, offset)

    def _rebalance(self):
        share = self.broker.share_of(self.group, self.name)
        gone = set(self.assigned) - set(share)
        if gone:
            self.on_revoked(gone)
        for partition in set(share) - set(self.assigned):
            self.positions[partition] = self.broker.committed[partition]
        self.assigned = share
