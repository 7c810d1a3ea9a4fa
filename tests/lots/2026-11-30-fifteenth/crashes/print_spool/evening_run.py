import random
import signal
import sys
import threading

from spool import Job, Spool, lib


class Editor:
    """Makes the pages of a brochure."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def pages(self, number, size=60_000):
        for _ in range(number):
            yield self.chance.randbytes(size)


class Press:
    def __init__(self, spool):
        self.spool = spool
        self.stopped = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_: self.stopped.set())

    def run(self):
        done = []
        while len(self.spool) and not self.stopped.is_set():
            job = self.spool.pop()
            done.append((job.pages, lib.job_sum(job)))
        return done


def fill(spool):
    for number in range(8):
        spool.push(Job.of(list(Editor(number).pages(6 + number))))


def main():
    spool = Spool(20)
    fill(spool)
    print(len(spool), "jobs", flush=True)
    for pages, checksum in Press(spool).run():
        print(pages, f"{checksum:08x}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
