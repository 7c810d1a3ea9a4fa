import os
import time


class House:
    def __init__(self):
        self.degrees = 18.5
        self.free = None

    def heat(self):
        self.degrees += 0.5 if self.degrees < 20 else -0.5

    def look_at_disk(self):
        found = os.statvfs("/")
        self.free = found.f_bavail * found.f_frsize

    def water(self):
        """The valve is open for a while."""
        time.sleep(9)

    def state(self):
        return {"degrees": self.degrees, "free": self.free}
