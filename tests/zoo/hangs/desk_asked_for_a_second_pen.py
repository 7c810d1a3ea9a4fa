# hang: cause=deadlock confidence=likely python=3.8-3.15
"""Threads that have each taken one thing out of a queue, by `with`, and want a second one."""

import queue
import threading


class Taken:
    def __init__(self, desk):
        self.desk, self.pen = desk, None

    def __enter__(self):
        self.pen = self.desk.pens.get()  # <-- here
        return self.pen

    def __exit__(self, *exception):
        self.desk.pens.put(self.pen)


class Desk:
    def __init__(self, *pens):
        self.pens, self.both = queue.LifoQueue(), threading.Barrier(len(pens))
        for pen in pens:
            self.pens.put(pen)

    def sign(self):
        with Taken(self) as pen:  # <-- here
            self.both.wait()
            return f"signed in {pen}, {self.initial()}"

    def initial(self):
        with Taken(self) as pen:  # <-- here
            return f"initialled in {pen}"


desk = Desk("blue", "black")
clerks = [threading.Thread(target=desk.sign, name=f"clerk-{n}") for n in range(2)]
for clerk in clerks:
    clerk.start()
print("READY", flush=True)
for clerk in clerks:
    clerk.join()
