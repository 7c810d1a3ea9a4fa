"""Two readers of a meter, and a house that waits for a limit to be passed."""

import ctypes
import pathlib
import threading


class Meter:
    def __init__(self):
        self.library = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parents[2] / "libmeter.so"))
        self.library.meter_next.argtypes = [ctypes.c_long, ctypes.POINTER(ctypes.c_double)]
        self.library.meter_next.restype = ctypes.c_long
        self.library.meter_start()

    def readings(self):
        last, value = 0, ctypes.c_double()
        while True:
            last = self.library.meter_next(last, ctypes.byref(value))
            yield last, value.value


class Watch(threading.Thread):
    def __init__(self, meter, name, every):
        super().__init__(name=name, daemon=True)
        self.meter = meter
        self.every = every
        self.change = threading.Condition()
        self.seen = 0

    def run(self):
        for number, _ in self.meter.readings():
            if number % self.every == 0:
                with self.change:
                    self.seen += 1
                    self.change.notify_all()


def main():
    meter = Meter()
    watches = [Watch(meter, "fuse", 12), Watch(meter, "tariff", 20)]
    for watch in watches:
        watch.start()
    for times in range(1, 30):
        for watch in watches:
            with watch.change:
                watch.change.wait_for(lambda: watch.seen >= times)
            print(watch.name, times, flush=True)


if __name__ == "__main__":
    main()
