"""A plan of jobs: how long each takes, how it will end, and how often it may be tried."""

import dataclasses
import signal
import threading


@dataclasses.dataclass
class Job:
    name: str
    seconds: float
    code: int
    tries: int = 1
    codes: list = dataclasses.field(default_factory=list)

    @property
    def done(self):
        return 0 in self.codes or len(self.codes) >= self.tries


class Plan:
    """SIGTERM lets no further job begin; those that run are waited for."""

    def __init__(self, count):
        self.jobs = [Job(f"job {n}", 6 + n % 4, n % 3, tries=1 + n % 2) for n in range(count)]
        self.stopped = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_: self.stopped.set())

    def __iter__(self):
        return iter(self.jobs)

    def code(self):
        return max((job.codes[-1] for job in self.jobs if job.codes), default=0)
