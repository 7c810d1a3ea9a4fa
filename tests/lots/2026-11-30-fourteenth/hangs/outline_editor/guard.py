import contextlib
import threading


class SharedLock:
    """Many readers or one writer; writers do not starve."""

    def __init__(self):
        self._mutex = threading.Lock()
        self._ok = threading.Condition(self._mutex)
        self._readers = 0
        self._writing = False
        self._writers_waiting = 0

    @contextlib.contextmanager
    def reading(self):
        with self._mutex:
            while self._writing or self._writers_waiting:
                self._ok.wait()
            self._readers += 1
        try:
            yield
        finally:
            with self._mutex:
                self._readers -= 1
                if not self._readers:
                    self._ok.notify_all()

    @contextlib.contextmanager
    def writing(self):
        with self._mutex:
            self._writers_waiting += 1
            self._ok.wait_for(lambda: not self._writing and not self._readers)
            self._writers_waiting -= 1
            self._writing = True
        try:
            yield
        finally:
            with self._mutex:
                self._writing = False
                self._ok.notify_all()
