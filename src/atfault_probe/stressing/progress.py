"""How far a child has come: a small file that both sides map, so that it outlives a crash.

    slot   0      1     2        3            4          5 …
           stage  pid   rounds   failures     failed     calls made by each thread
                        ended    seen so far  rounds

Unsigned 64-bit numbers in the machine's byte order.
"""

import mmap
import os
import threading
import time

STARTING, IMPORTING, SETTING_UP, CALLING, CHECKING, DONE = range(6)
STAGE, PID, ROUNDS, FAILURES, FAILED_ROUNDS, FIRST_THREAD = range(6)
PARENT_SECONDS = 0.5


class Progress:
    """The child's side."""

    def __init__(self, path, threads):
        size = 8 * (FIRST_THREAD + threads)
        with open(path, "r+b") as file:
            file.truncate(size)
            self._map = mmap.mmap(file.fileno(), size)
        self.slots = memoryview(self._map).cast("Q")
        self.slots[PID] = os.getpid()

    @property
    def stage(self):
        return self.slots[STAGE]

    @stage.setter
    def stage(self, stage):
        self.slots[STAGE] = stage

    def round_ended(self, failures):
        """failures: in this round."""
        self.slots[FAILURES] += failures
        self.slots[FAILED_ROUNDS] += failures > 0
        self.slots[ROUNDS] += 1

    @staticmethod
    def watch_parent():
        """End this process when whoever started it is gone."""
        parent = os.getppid()

        def watch():
            while os.getppid() == parent:
                time.sleep(PARENT_SECONDS)
            os._exit(1)

        threading.Thread(target=watch, name="atfault-parent-watch", daemon=True).start()
