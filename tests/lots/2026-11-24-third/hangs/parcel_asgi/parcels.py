"""The parcels of a depot, in plain blocking code as older parts of the house have it."""

import threading
import time


class Depot:
    def __init__(self):
        self._changed = threading.Condition()
        self._where = {}

    def place(self, parcel):
        with self._changed:
            return self._where.get(parcel, "unknown")

    def wait_for_arrival(self, parcel):
        with self._changed:
            self._changed.wait_for(lambda: parcel in self._where)
            return self._where[parcel]

    def arrive(self, parcel, shelf):
        time.sleep(0.05)
        with self._changed:
            self._where[parcel] = shelf
            self._changed.notify_all()
