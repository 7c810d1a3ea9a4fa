import collections
import sys
import threading
import time


class Entry:
    __slots__ = ("calls", "seconds")

    def __init__(self):
        self.calls = 0
        self.seconds = 0.0

    def text(self):
        return f"{self.calls:6d} {self.seconds * 1000:9.2f} ms"


class Recorder:
    def __init__(self, include=""):
        self.include = include
        self.entries = collections.defaultdict(Entry)
        self.lock = threading.Lock()
        self.local = threading.local()

    def _event(self, frame, event, argument):
        if event not in ("call", "return") or self.include not in frame.f_code.co_filename:
            return
        stack = self.local.__dict__.setdefault("stack", [])
        if event == "call":
            stack.append(time.perf_counter())
            return
        if not stack:
            return
        spent = time.perf_counter() - stack.pop()
        with self.lock:
            entry = self.entries[frame.f_code.co_qualname]
            entry.calls += 1
            entry.seconds += spent

    def start(self):
        threading.setprofile(self._event)
        sys.setprofile(self._event)

    def stop(self):
        threading.setprofile(None)
        sys.setprofile(None)

    def report(self, count=10):
        with self.lock:
            busiest = sorted(self.entries.items(), key=lambda pair: -pair[1].seconds)
            lines = [f"{entry.text()}  {name}" for name, entry in busiest[:count]]
        return "\n".join(lines)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.stop()
