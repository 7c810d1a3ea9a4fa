"""The kiln, of which there is one: who fires has it from the first step to the last."""

import threading
import time


class Kiln:
    def __init__(self, pace):
        self.pace = pace
        self.door = threading.Lock()
        self.fired = []

    def firing(self, potter, steps):
        """Goes from step to step as its user drives it; the door is shut meanwhile."""
        with self.door:
            for step in range(steps):
                yield f"{potter} {200 + 150 * step} degrees"
                time.sleep(self.pace)
            self.fired.append(potter)
