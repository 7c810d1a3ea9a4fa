"""An inbox: what comes in is gathered for a while, and then handled together."""

import logging
import os
import threading

from watchdog.events import PatternMatchingEventHandler

log = logging.getLogger("inbox")


class Debounced:
    """Calls a function when nothing more has come for some time."""

    def __init__(self, seconds, function):
        self.seconds = seconds
        self.function = function
        self._pending = set()
        self._timer = None
        self._lock = threading.Lock()

    def add(self, item):
        with self._lock:
            self._pending.add(item)
            if self._timer:
                self._timer.cancel()
            self._timer = threading.Timer(self.seconds, self._fire)
            self._timer.daemon = True
            self._timer.start()

    def _fire(self):
        with self._lock:
            items, self._pending = self._pending, set()
            self._timer = None
        self.function(sorted(items))


class InboxHandler(PatternMatchingEventHandler):
    def __init__(self, handle):
        super().__init__(patterns=["**/*.order"], ignore_directories=True)
        self.arrivals = Debounced(1.5, handle)

    def on_created(self, event):
        self.arrivals.add(os.path.basename(event.src_path))
