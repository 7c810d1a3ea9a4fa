import ctypes
import pathlib

LIBRARY = pathlib.Path(__file__).parents[2] / "daq.so"


def load(path=LIBRARY):
    daq = ctypes.CDLL(str(path))
    daq.daq_open.restype = ctypes.c_void_p
    daq.daq_open.argtypes = [ctypes.c_uint]
    for name in ("daq_start", "daq_stop", "daq_close"):
        getattr(daq, name).argtypes = [ctypes.c_void_p]
    daq.daq_latest.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_double), ctypes.c_int]
    return daq


class Probe:
    def __init__(self, period):
        self.daq = load()
        self.handle = self.daq.daq_open(int(period * 1e6))

    def __enter__(self):
        if self.daq.daq_start(self.handle):
            raise OSError("the probe does not start")
        return self

    def __exit__(self, *error):
        self.daq.daq_stop(self.handle)

    def latest(self, number):
        values = (ctypes.c_double * number)()
        given = self.daq.daq_latest(self.handle, values, number)
        return list(values[:given])

    def close(self):
        self.daq.daq_close(self.handle)
