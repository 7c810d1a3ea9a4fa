import contextlib
import threading
import time


class Room:
    def __init__(self, number):
        self.number = number
        self.lock = threading.RLock()
        self.lamps = False

    def __lt__(self, other):
        return self.number < other.number

    @contextlib.contextmanager
    def closed(self):
        """Nobody else is in the room as long as this lasts."""
        with self.lock:
            self.lamps = True
            try:
                yield self
            finally:
                self.lamps = False


class Team:
    """Hangs pictures in several rooms at once, the lowest number first."""

    def __init__(self, name, rooms, seconds, store):
        self.name = name
        self.store = store
        self.rooms = sorted(rooms)
        self.seconds = seconds
        self.evenings = 0

    def evening(self, stop):
        with contextlib.ExitStack() as stack:
            for room in self.rooms:
                stack.enter_context(room.closed())
            stack.callback(print, self.name, "goes home", flush=True)
            began = time.monotonic()
            while time.monotonic() - began < self.seconds:
                if stop.wait(0.5):
                    return
            for room in self.rooms:
                self.store.hang(self.name, room)
            self.evenings += 1
