# hang: cause=waits-for-nobody confidence=likely core=no
"""The one end of a pipe of the program's own is read, and who should write has failed."""

import os
import threading
import time


class Bell:
    def __init__(self):
        self.inner, self.outer = os.pipe()

    def ring(self):
        os.write(self.outer, b"!")

    def wait(self):
        os.read(self.inner, 1)  # <-- here


def visit(bell, door):
    try:
        print(door["name"])
        bell.ring()
    except KeyError:
        print("no such door")


def tick():
    while True:
        time.sleep(0.2)


bell = Bell()
threading.Thread(target=tick, daemon=True).start()
threading.Thread(target=visit, args=(bell, {})).start()
print("READY", flush=True)
bell.wait()
