"""Jobs by the clock: a heap of times, and a condition that is waited at until the next one."""

import heapq
import threading
import time


class Cron(threading.Thread):
    def __init__(self):
        super().__init__(name="cron")
        self.jobs = []
        self.changed = threading.Condition()

    def every(self, seconds, job):
        with self.changed:
            heapq.heappush(self.jobs, (time.monotonic() + seconds, seconds, id(job), job))
            self.changed.notify()

    def run(self):
        while True:
            with self.changed:
                while not self.jobs:
                    self.changed.wait()
                rest = self.jobs[0][0] - time.monotonic()
                if rest > 0:
                    self.changed.wait(rest)
                    continue
                _, seconds, _, job = heapq.heappop(self.jobs)
            job()
            self.every(seconds, job)


if __name__ == "__main__":
    cron = Cron()
    cron.start()
    cron.every(9, lambda: print("nine", flush=True))
    cron.every(25, lambda: print("twenty-five", flush=True))
    cron.join()
