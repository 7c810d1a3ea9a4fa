"""A window of readings that is emptied as soon as a day is over."""
import array
import threading


class Reading:
    """One line of the instrument; it is turned into hPa only when somebody needs it."""

    def __init__(self, text, unit, on_rollover=None):
        self.text = text
        self.unit = unit
        self.on_rollover = on_rollover

    def __float__(self):
        value, _, mark = self.text.partition("@")
        if mark == "00:00" and self.on_rollover is not None:
            self.on_rollover(mark)
        number = float(value)
        return number * 1.33322 if self.unit == "mmHg" else number


class Window:
    def __init__(self, size):
        self.size = size
        self.values = array.array("d", bytes(8 * size))
        self.place = 0
        self.days = []
        self._lock = threading.RLock()

    def put(self, reading):
        with self._lock:
            self.values[self.place] = reading
            self.place = (self.place + 1) % self.size

    def close_day(self, mark):
        with self._lock:
            used = self.values[: self.place]
            self.days.append((mark, min(used), max(used), sum(used) / len(used)))
            del self.values[:]
            self.place = 0
