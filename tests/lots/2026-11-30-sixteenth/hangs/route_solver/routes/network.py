import heapq
import threading


class Network:
    """Places and the minutes between them; changes while it is used."""

    def __init__(self):
        self._edges = {}
        self._lock = threading.Lock()
        self.version = 0

    def __getstate__(self):
        with self._lock:
            state = self.__dict__.copy()
            state["_edges"] = {place: dict(ways) for place, ways in self._edges.items()}
        del state["_lock"]
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def connect(self, one, other, minutes):
        with self._lock:
            self._edges.setdefault(one, {})[other] = minutes
            self._edges.setdefault(other, {})[one] = minutes
            self.version += 1

    def still(self):
        """No change while this is held."""
        return self._lock

    def minutes(self, start, end):
        best = {start: 0}
        heap = [(0, start)]
        while heap:
            so_far, place = heapq.heappop(heap)
            if place == end:
                return so_far
            for other, way in self._edges.get(place, {}).items():
                if so_far + way < best.get(other, 1 << 30):
                    best[other] = so_far + way
                    heapq.heappush(heap, (so_far + way, other))
        return None
