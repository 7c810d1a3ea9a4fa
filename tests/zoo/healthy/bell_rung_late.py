# healthy:
"""As bell_that_nobody_rings.py, where somebody comes later."""

import os
import threading
import time


class Bell:
    def __init__(self):
        self.inner, self.outer = os.pipe()

    def ring(self):
        os.write(self.outer, b"!")

    def wait(self):
        os.read(self.inner, 1)


def visit(bell):
    time.sleep(60)
    bell.ring()


bell = Bell()
threading.Thread(target=visit, args=(bell,), daemon=True).start()
print("READY", flush=True)
bell.wait()
