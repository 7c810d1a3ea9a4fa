import contextlib
import threading


class Budget:
    """So many MB may be in use by all steps together."""

    def __init__(self, megabytes):
        self.free = megabytes
        self._cond = threading.Condition()

    @contextlib.contextmanager
    def claim(self, megabytes):
        with self._cond:
            while self.free < megabytes:
                self._cond.wait()
            self.free -= megabytes
        try:
            yield
        finally:
            with self._cond:
                self.free += megabytes
                self._cond.notify_all()
