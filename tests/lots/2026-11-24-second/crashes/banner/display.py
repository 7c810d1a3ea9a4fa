"""Shows what the printer says."""

import ctypes
import logging
import sys
import threading
import time

log = logging.getLogger("display")


class Printer:
    def __init__(self, library):
        self._library = ctypes.CDLL(library)
        self._library.banner_text.restype = ctypes.c_void_p
        self._library.banner_capitalize.argtypes = [ctypes.c_void_p]

    def text(self, number):
        return self._library.banner_text(number)

    def title(self, text):
        self._library.banner_capitalize(text)  # <-- here
        return ctypes.string_at(text).decode()


class Display(threading.Thread):
    def __init__(self, printer):
        super().__init__(name="display")
        self.printer = printer
        self.states = []

    def run(self):
        for state in self.states:
            text = self.printer.text(state)
            log.info("%s", self.printer.title(text))  # <-- here
            time.sleep(0.1)


logging.basicConfig(level=logging.INFO)
display = Display(Printer(sys.argv[1]))
display.states = [0, 1, 0, 2]
display.start()
display.join()
