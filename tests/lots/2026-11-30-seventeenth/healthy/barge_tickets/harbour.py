import contextlib
import ctypes
import sys
import threading

from cargo import Quay

BARGES = {"Anker": 13, "Boje": 9, "Delphin": 17, "Ebbe": 11}


class Berth:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.berth_new.restype = ctypes.c_void_p
        for name in ("berth_enter", "berth_leave"):
            getattr(self.library, name).argtypes = [ctypes.c_void_p]
        self.library.berth_enter.restype = ctypes.c_long
        self.library.berth_unload.argtypes = [ctypes.c_void_p, ctypes.c_double]
        self.handle = self.library.berth_new()
        self.quay = Quay()

    @contextlib.contextmanager
    def moored(self):
        ticket = self.library.berth_enter(self.handle)
        try:
            yield ticket
        finally:
            self.library.berth_leave(self.handle)

    def unload(self, seconds):
        self.library.berth_unload(self.handle, seconds)


def barge(berth, name, seconds, trips):
    for _ in range(trips):
        with berth.moored() as ticket:
            berth.unload(seconds)
        print(ticket, name, berth.quay.land(name, 4 * seconds), "t", flush=True)


def main(path):
    berth = Berth(path)
    with contextlib.ExitStack() as stack:
        for name, seconds in BARGES.items():
            thread = threading.Thread(target=barge, args=(berth, name, seconds, 3), name=name)
            thread.start()
            stack.callback(thread.join)


if __name__ == "__main__":
    main(sys.argv[1])
