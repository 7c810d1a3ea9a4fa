import ctypes
import functools
import sys

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_int)


class Bus:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._kept = []

    def subscribe(self, topic):
        def decorator(function):
            @functools.wraps(function)
            def guarded(topic, value):
                try:
                    function(topic, value)
                except Exception as error:
                    print("subscriber failed:", error, file=sys.stderr)

            callback = CALLBACK(guarded)
            self._kept.append(callback)
            self._library.bus_subscribe(topic, callback)
            return function

        return decorator

    def publish(self, topic, value):
        self._library.bus_publish(topic, value)  # <-- here
