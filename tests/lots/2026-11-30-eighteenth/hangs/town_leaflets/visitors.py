"""Counts who has asked for what, as a layer of WSGI."""

import collections
import threading


class Visitors:
    def __init__(self, application):
        self.application = application
        self.counts = collections.Counter()
        self._lock = threading.Lock()

    def __call__(self, environ, start_response):
        with self._lock:
            self.counts[environ["PATH_INFO"]] += 1
        return self.application(environ, start_response)
