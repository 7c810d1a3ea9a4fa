"""What pupils' programs may use of the machine while they are checked."""

import contextlib
import logging
import resource
import signal

log = logging.getLogger("limits")

KIB = 1024


class TooSlow(Exception):
    pass


class Limits:
    def __init__(self, seconds=10, memory=None, stack=192 * KIB, files=64):
        self.seconds = seconds
        self.wanted = {
            resource.RLIMIT_NOFILE: files,
            resource.RLIMIT_STACK: stack,
        }
        if memory:
            self.wanted[resource.RLIMIT_AS] = memory

    def _late(self, number, frame):
        raise TooSlow(f"more than {self.seconds} seconds")

    @contextlib.contextmanager
    def applied(self):
        before = {}
        for kind, soft in self.wanted.items():
            before[kind] = resource.getrlimit(kind)
            resource.setrlimit(kind, (soft, before[kind][1]))
        log.debug("limits are on: %s", self.wanted)
        old = signal.signal(signal.SIGALRM, self._late)
        signal.setitimer(signal.ITIMER_REAL, self.seconds)
        try:
            yield self
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
            for kind, pair in before.items():
                resource.setrlimit(kind, pair)
