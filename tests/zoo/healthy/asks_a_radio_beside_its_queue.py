# healthy:
"""A job waits for what one that lies in the same queue could bring, and another thread does."""

import collections
import threading
import time


class Radio(threading.Thread):
    def __init__(self):
        super().__init__(name="radio", daemon=True)
        self.calls = []

    def run(self):
        while True:
            time.sleep(600)
            for answer in self.calls:
                answer("from afar")


class Screen(threading.Thread):
    def __init__(self):
        super().__init__(name="screen", daemon=True)
        self.given, self.jobs = threading.Condition(), collections.deque()

    def run(self):
        while True:
            with self.given:
                while not self.jobs:
                    self.given.wait()
                job = self.jobs.popleft()
            job()

    def post(self, job):
        with self.given:
            self.jobs.append(job)
            self.given.notify()


def ask(screen, radio):
    done, values = threading.Event(), []

    def tell(value):
        values.append(value)
        done.set()

    radio.calls.append(tell)
    screen.post(lambda: tell("late"))
    done.wait()
    return values[0]


screen, radio = Screen(), Radio()
radio.start()
screen.start()
screen.post(lambda: ask(screen, radio))
print("READY", flush=True)
screen.join()
