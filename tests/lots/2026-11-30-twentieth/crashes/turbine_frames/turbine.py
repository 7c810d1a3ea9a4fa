"""Frames of a turbine's sensors for several set-ups."""
import ctypes
import queue
import sys
import threading


class Setup(ctypes.Structure):
    _fields_ = [("channels", ctypes.c_ubyte), ("frames", ctypes.c_ubyte), ("rate", ctypes.c_ushort)]

    @classmethod
    def of(cls, seconds, rate):
        return cls(4, seconds * rate // 1000, rate)


class Recorder(threading.Thread):
    def __init__(self, library, inbox):
        super().__init__(name="recorder")
        self.library = library
        self.inbox = inbox
        self.totals = []

    def run(self):
        while (setup := self.inbox.get()) is not None:
            self.totals.append(sum(self.library.frame_of(ctypes.byref(setup), tick) for tick in range(1000)))


def main():
    inbox = queue.Queue()
    recorder = Recorder(ctypes.CDLL(sys.argv[1]), inbox)
    recorder.start()
    for seconds in (16, 32, 64, 128):
        inbox.put(Setup.of(seconds, 2000))
    inbox.put(None)
    recorder.join()
    print(recorder.totals)


if __name__ == "__main__":
    main()
