"""The controller of an arm, and the link to it, which a thread reads from."""

import queue
import threading
import time


class Controller(threading.Thread):
    """Answers each move with `done`, as the controller's firmware does."""

    def __init__(self, link):
        super().__init__(name="controller", daemon=True)
        self.link = link
        self.commands = queue.Queue()

    def run(self):
        while True:
            number, _, distance = self.commands.get()
            time.sleep(distance / 100)
            self.link.incoming.put((number, "done"))


class Link(threading.Thread):
    def __init__(self):
        super().__init__(name="link", daemon=True)
        self.incoming = queue.Queue()
        self.handlers = {"done": self.done}
        self.moved = threading.Condition()
        self.last = None

    def run(self):
        while True:
            number, word = self.incoming.get()
            self.handlers[word](number)

    def done(self, number):
        with self.moved:
            self.last = number
            self.moved.notify_all()


class Arm:
    def __init__(self):
        self.link = Link()
        self.controller = Controller(self.link)
        self.moves = 0
        self.trace = []

    def start(self):
        self.link.start()
        self.controller.start()

    def note(self, axis, distance):
        time.sleep(0.15)
        self.trace.append((time.monotonic(), axis, distance))

    def move(self, axis, distance):
        self.moves += 1
        self.controller.commands.put((self.moves, axis, distance))
        self.note(axis, distance)
        with self.link.moved:
            self.link.moved.wait()
        return self.link.last == self.moves
