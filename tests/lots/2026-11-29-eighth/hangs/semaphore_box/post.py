"""A post office: a thread brings letters, the main thread empties the box."""

import ctypes
import queue
import sys
import threading
import time


class Box:
    """The library may raise errors of Python, so it is loaded as PyDLL."""

    def __init__(self, path):
        self.library = ctypes.PyDLL(path)
        if self.library.box_open():
            raise OSError("no box")
        self.letters = queue.SimpleQueue()

    def put(self, letter):
        self.letters.put(letter)
        self.library.box_put()

    def take(self):
        self.library.box_wait()
        return self.letters.get()


class Postman(threading.Thread):
    def __init__(self, box, count):
        super().__init__(name="postman", daemon=True)
        self.box = box
        self.count = count

    def run(self):
        for number in range(self.count):
            time.sleep(0.2)
            self.box.put(f"letter {number}")


def main():
    box = Box(sys.argv[1])
    box.put("a note of yesterday")
    Postman(box, 5).start()
    for _ in range(6):
        print(box.take(), flush=True)


if __name__ == "__main__":
    main()
