"""Children that are paused while the house should be quiet."""

import os
import signal
import subprocess
import sys
import threading


class Child:
    def __init__(self, name, argv):
        self.name = name
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
        self._paused = 0
        self._lock = threading.Lock()

    def pause(self):
        with self._lock:
            self._paused += 1
            os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self):
        with self._lock:
            self._paused -= 1
            if self._paused == 0:
                os.kill(self.process.pid, signal.SIGCONT)

    def result(self):
        output, _ = self.process.communicate()
        return self.process.returncode, output.strip()


class QuietHours:
    """Pauses children within the block, and lets them go on behind it."""

    def __init__(self, children):
        self.children = children

    def __enter__(self):
        for child in self.children:
            child.pause()
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.resume()


def python(code, *args):
    return [sys.executable, "-c", code, *args]
