"""A printing press that is fed and emptied by two people."""

import queue
import threading


class Press:
    def __init__(self, tray):
        self.tray = queue.Queue(maxsize=tray)
        self.printed = []
        self.ready = threading.Event()

    def feed(self, pages):
        for page in range(pages):
            self.tray.put(page)
        self.ready.set()

    def empty(self, pages):
        self.ready.wait()
        for _ in range(pages):
            self.printed.append(self.tray.get())
        return self.printed
