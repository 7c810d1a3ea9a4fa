import logging
import threading

log = logging.getLogger(__name__)


class Gate:
    """A gate of a sluice, which several threads may move."""

    def __init__(self, name, height):
        self.name = name
        self.height = height
        self._opening = 0
        self._lock = threading.Lock()

    def __repr__(self):
        return f"<Gate {self.name}: {self.opening} of {self.height} cm>"

    @property
    def opening(self):
        with self._lock:
            return self._opening

    def open_by(self, centimetres):
        """Opens (or closes) a little; not past its ends."""
        with self._lock:
            wanted = self._opening + centimetres
            if not 0 <= wanted <= self.height:
                log.warning("%r cannot be opened by %d", self, centimetres)
                wanted = min(max(wanted, 0), self.height)
            self._opening = wanted
