import ctypes


class Beacon:
    def __init__(self, path, milliseconds=50):
        self.library = ctypes.CDLL(path)
        self.library.beacon_sent.restype = ctypes.c_long
        self.milliseconds = milliseconds

    def start(self):
        self.library.beacon_start(self.milliseconds)

    def stop(self):
        self.library.beacon_stop()

    @property
    def sent(self):
        return self.library.beacon_sent()
