"""A morning at the clinic: a nurse writes down who comes, a doctor calls the sickest."""

import ctypes
import queue
import sys
import threading
import time

COMING = [("Adam", 2), ("Berta", 4), ("Carl", 1), ("Dora", 3), ("Emil", 7), ("Frida", 5)]


class Waiting:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.queue_add.argtypes = [ctypes.c_char_p, ctypes.c_int]
        self.library.queue_first.restype = ctypes.c_char_p
        self.lock = threading.Lock()

    def enter(self, name, pain):
        with self.lock:
            if self.library.queue_add(name.encode(), pain):
                raise ValueError(f"{name}: pain {pain}?")

    def next(self):
        with self.lock:
            name = self.library.queue_first().decode()
            if name:
                self.library.queue_drop()
            return name


class Nurse(threading.Thread):
    def __init__(self, waiting, coming):
        super().__init__(name="nurse")
        self.waiting = waiting
        self.coming = coming
        self.asked_again = queue.SimpleQueue()

    def run(self):
        for name, pain in self.coming:
            try:
                self.waiting.enter(name, pain)
            except ValueError as error:
                self.asked_again.put(str(error))
            time.sleep(0.05)


def main():
    waiting = Waiting(sys.argv[1])
    nurse = Nurse(waiting, COMING)
    nurse.start()
    seen = 0
    while nurse.is_alive() or seen < len(COMING) - nurse.asked_again.qsize():
        if name := waiting.next():
            seen += 1
            print(name, flush=True)
        time.sleep(0.08)


if __name__ == "__main__":
    main()
