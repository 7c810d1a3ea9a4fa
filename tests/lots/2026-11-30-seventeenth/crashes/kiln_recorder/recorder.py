import ctypes
import logging

log = logging.getLogger("recorder")
Sink = ctypes.CFUNCTYPE(None, ctypes.c_char_p)


@Sink
def to_log(line):
    log.info("%s", line.decode())


class Recorder:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.recorder_open.argtypes = [Sink]
        self.library.recorder_add.argtypes = [ctypes.c_double]
        self.library.recorder_open(to_log)

    def add(self, degrees):
        self.library.recorder_add(degrees)
