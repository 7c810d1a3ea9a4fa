# hang: cause=self-deadlock confidence=likely python=3.8-3.15 names=screen
"""A thread with a queue of its own waits, in a job, for one that lies there, deep in closures."""

import collections
import threading
import time


class Screen(threading.Thread):
    def __init__(self):
        super().__init__(name="screen", daemon=True)
        self.given, self.jobs, self.rows = threading.Condition(), collections.deque(), {}

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


class Answer:
    def __init__(self, compute):
        self.compute, self.told = compute, []

    def then(self, tell):
        self.told.append(tell)
        return self

    def on(self, screen):
        def run():
            value = self.compute()
            for tell in self.told:
                tell(value)

        screen.post(run)


def ask(screen, compute):
    done, values = threading.Event(), []

    def tell(value):
        values.append(value)
        done.set()

    Answer(compute).then(tell).on(screen)
    done.wait()  # <-- here
    return values[0]


def show(screen, name):
    screen.rows[name] = ask(screen, lambda: screen.rows.get("unit", "bar"))  # <-- here


def tick(screen):
    while True:
        time.sleep(0.2)
        screen.post(lambda: screen.rows.update(time=time.time()))


screen = Screen()
screen.start()
threading.Thread(target=tick, args=(screen,), daemon=True).start()
screen.post(lambda: show(screen, "boiler"))
print("READY", flush=True)
time.sleep(600)
