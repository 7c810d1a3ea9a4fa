"""A lock that is handed on in the order in which people came."""

import threading
from collections import deque


class FairLock:
    def __init__(self):
        self._guard = threading.Lock()
        self._waiting = deque()
        self._taken = False

    def __enter__(self):
        with self._guard:
            if not self._taken:
                self._taken = True
                return self
            turn = threading.Semaphore(0)
            self._waiting.append(turn)
        turn.acquire()
        return self

    def __exit__(self, *_):
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def __len__(self):
        with self._guard:
            return len(self._waiting)


class Window:
    def __init__(self, number):
        self.number = number
        self.turn = FairLock()
        self.served = 0
