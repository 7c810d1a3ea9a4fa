import ctypes
import threading
import time


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]


class PointQueue:
    def __init__(self, path, size):
        self.library = ctypes.CDLL(path)
        self.library.queue_new.restype = ctypes.c_void_p
        self.library.queue_put.argtypes = [ctypes.c_void_p, ctypes.c_float, ctypes.c_float]
        self.library.queue_take.argtypes = [ctypes.c_void_p, ctypes.POINTER(Point)]
        self.library.queue_room.argtypes = [ctypes.c_void_p]
        self.handle = self.library.queue_new(size)

    def put_all(self, points):
        """Wait until there is room, then put the points."""
        while not self.library.queue_room(self.handle):
            time.sleep(0.005)
        for x, y in points:
            self.library.queue_put(self.handle, x, y)

    def take(self):
        point = Point()
        if self.library.queue_take(self.handle, ctypes.byref(point)):
            return point.x, point.y
        return None


class Robot(threading.Thread):
    """Welds a point in some milliseconds."""

    def __init__(self, name, queue):
        super().__init__(name=name, daemon=True)
        self.queue = queue
        self.welded = 0

    def run(self):
        while True:
            if self.queue.take() is None:
                time.sleep(0.002)
            else:
                time.sleep(0.004)
                self.welded += 1
