# zoo: cause=assertion-failed signal=SIGABRT needs=g++ native=history.cpp text=this->size()
import ctypes
import os

history = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/history.so")
history.keep.argtypes = [ctypes.c_double]
history.recall.restype = ctypes.c_double


class Sensor:
    def __init__(self, readings):
        for reading in readings:
            history.keep(reading)

    def trend(self, window):
        newest = history.recall(1)
        return newest - history.recall(window)  # <-- here


print(Sensor([20.5, 20.75, 21.0]).trend(window=12))
