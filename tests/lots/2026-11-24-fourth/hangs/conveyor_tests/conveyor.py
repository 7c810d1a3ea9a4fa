"""A conveyor: its drives start together, as the belt would tear otherwise."""

import concurrent.futures
import threading
import time


class Drive:
    def __init__(self, number, together):
        self.number, self.together = number, together
        self.speed = 0.0

    def start(self, speed):
        time.sleep(0.05 * self.number)
        self.together.wait()
        self.speed = speed
        return self.number


class Conveyor:
    def __init__(self, drives, workers=4):
        self.together = threading.Barrier(drives)
        self.drives = [Drive(number, self.together) for number in range(drives)]
        self.pool = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="drive")

    def start(self, speed):
        futures = [self.pool.submit(drive.start, speed) for drive in self.drives]
        return [future.result() for future in futures]

    def close(self):
        self.pool.shutdown()

    @property
    def speeds(self):
        return {drive.speed for drive in self.drives}
