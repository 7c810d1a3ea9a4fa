"""A lease on a name: whoever has it renews it, and others wait until it has run out."""

import dataclasses
import threading
import time


class Clock:
    def now(self):
        return time.monotonic()

    def sleep(self, seconds):
        time.sleep(seconds)


@dataclasses.dataclass
class Lease:
    owner: str
    expires: float


class Leases:
    def __init__(self, clock, duration=30.0):
        self.clock = clock
        self.duration = duration
        self._leases = {}
        self._lock = threading.Lock()

    def take(self, name, owner):
        """Waits until the name is free, and takes it."""
        while not self._try(name, owner):  # <-- here
            self.clock.sleep(self._left(name))

    def _left(self, name):
        with self._lock:
            return max(0.0, self._leases[name].expires - self.clock.now())

    def _try(self, name, owner):
        with self._lock:
            lease = self._leases.get(name)
            if lease and lease.owner != owner and lease.expires > self.clock.now():
                return False
            self._leases[name] = Lease(owner, self.clock.now() + self.duration)
            return True
