"""Routes of parcels, which many read and few change."""

import fasteners


class Routes:
    def __init__(self):
        self._lock = fasteners.ReaderWriterLock()
        self._routes = {}

    def add(self, town, depot):
        with self._lock.write_lock():
            self._routes[town] = depot

    def depot(self, town):
        with self._lock.read_lock():
            return self._routes.get(town)

    def each(self, visit):
        """Calls `visit` for each route, while none of them changes."""
        with self._lock.read_lock():
            for town, depot in self._routes.items():
                visit(town, depot)
