# hang: cause=busy-loop confidence=likely watch=yes python=3.8-3.15 text=self.queue computes=yes
import collections
import hashlib


class Job:
    def __init__(self, name, needs):
        self.name = name
        self.needs = needs

    def is_ready(self, done):
        return all(one in done for one in self.needs)


class Planner:
    def __init__(self, jobs):
        self.queue = collections.deque(jobs)
        self.done = set()
        self.seal = hashlib.sha256()

    def run(self):
        while len(self.queue) > 0:  # <-- here~
            job = self.queue.popleft()
            self.seal.update(job.name.encode())
            if job.is_ready(self.done):
                self.done.add(job.name)
            else:
                self.queue.append(job)


print("READY", flush=True)
Planner([Job("paint", []), Job("hang", ["paint", "wash"]), Job("wash", ["hang"])]).run()
