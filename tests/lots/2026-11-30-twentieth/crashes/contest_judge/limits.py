"""Limits for the programs of a contest."""
import contextlib
import resource


class Limits:
    def __init__(self, seconds, megabytes):
        self.seconds = seconds
        self.megabytes = megabytes

    @contextlib.contextmanager
    def __call__(self):
        before = resource.getrlimit(resource.RLIMIT_CPU)
        used = resource.getrusage(resource.RUSAGE_SELF)
        spent = int(used.ru_utime + used.ru_stime)
        resource.setrlimit(resource.RLIMIT_CPU, (spent + self.seconds, before[1]))
        yield self
