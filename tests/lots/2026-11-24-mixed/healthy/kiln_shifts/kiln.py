import multiprocessing
import time


class Kiln:
    """Is filled by one process and emptied by another, in turns."""

    def __init__(self, context):
        self.turn = context.Condition()
        self.loads = context.Value("i", 0, lock=False)
        self.full = context.Value("b", 0, lock=False)

    def fill(self):
        with self.turn:
            self.turn.wait_for(lambda: not self.full.value)
            time.sleep(1)
            self.full.value = 1
            self.turn.notify_all()

    def empty(self):
        with self.turn:
            self.turn.wait_for(lambda: self.full.value)
            time.sleep(1.5)
            self.full.value = 0
            self.loads.value += 1
            self.turn.notify_all()
