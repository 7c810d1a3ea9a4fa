# zoo: cause=use-after-free signal=SIGSEGV needs=gcc native=notifier.c text=callback python=3.11-3.99
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/notifier.so")
LISTENER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


class Panel:
    def __init__(self, factor):
        self.factor = factor
        library.notifier_set(LISTENER(self.changed))

    def changed(self, event):
        return event * self.factor

    def press(self, event):
        return library.notifier_fire(event)  # <-- here


panel = Panel(3)
filler = [bytes(number) for number in range(8, 600)]
print(panel.press(4), len(filler))
