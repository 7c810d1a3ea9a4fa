# zoo: cause=killed signal=SIGKILL
import os
import signal


class Guard:
    def __init__(self, limit):
        self.limit = limit

    def check(self, load):
        if load > self.limit:
            os.kill(os.getpid(), signal.SIGKILL)  # <-- here


guard = Guard(10)
for load in range(20):
    guard.check(load)
