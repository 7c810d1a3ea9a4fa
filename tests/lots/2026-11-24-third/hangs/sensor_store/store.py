"""Measured values in LMDB, with the latest one of each sensor in memory."""

import struct
import threading
import time

import lmdb


class Store:
    def __init__(self, folder):
        self.environment = lmdb.open(folder, map_size=1 << 26)
        self.guard = threading.Lock()
        self.latest = {}

    def close(self):
        self.environment.close()

    def put(self, sensor, value):
        """Into the database, and then into memory."""
        with self.environment.begin(write=True) as transaction:
            transaction.put(f"{sensor}/{time.time():.6f}".encode(), struct.pack(">d", value))
            with self.guard:
                self.latest[sensor] = value

    def forget(self, sensor):
        """All values of a sensor go, and nobody sees a part of them."""
        with self.guard:
            self.latest.pop(sensor, None)
            time.sleep(0.2)
            with self.environment.begin(write=True) as transaction:
                with transaction.cursor() as cursor:
                    found = cursor.set_range(sensor.encode())
                    while found and cursor.key().startswith(sensor.encode()):
                        found = cursor.delete()
