"""A scale at a serial line that shows a weight every some seconds."""

import os
import pty
import threading
import time
import tty


class Scale(threading.Thread):
    def __init__(self):
        super().__init__(name="scale", daemon=True)
        self.device, other = pty.openpty()
        tty.setraw(other)
        self.port = os.ttyname(other)

    def run(self):
        grams = 500
        while True:
            time.sleep(7)
            grams += 13
            os.write(self.device, f"{grams:07} g\r\n".encode())
