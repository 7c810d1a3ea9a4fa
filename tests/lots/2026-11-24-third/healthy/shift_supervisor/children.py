import os
import time


class Child:
    def __init__(self, name, seconds):
        self.name = name
        self.seconds = seconds
        self.pid = None

    def start(self):
        self.pid = os.fork()
        if self.pid == 0:
            time.sleep(self.seconds)
            os._exit(0)
