"""Quays and cranes of a harbour, each used by one ship at a time; locks by tooz, in files."""

import contextlib

from tooz import coordination


class Harbour:
    def __init__(self, folder, member):
        self.coordinator = coordination.get_coordinator(f"file://{folder}", member.encode())
        self.coordinator.start(start_heart=True)

    @contextlib.contextmanager
    def using(self, name):
        lock = self.coordinator.get_lock(name.encode())
        lock.acquire()
        try:
            yield
        finally:
            lock.release()

    def leave(self):
        self.coordinator.stop()
