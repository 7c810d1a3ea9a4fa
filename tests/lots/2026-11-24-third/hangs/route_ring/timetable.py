"""Times of bus routes, by a library in C; several routes at a time."""

import concurrent.futures
import ctypes
import sys
import time
import telemetry


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.stop_new.argtypes = [ctypes.c_long, ctypes.c_double]
        self.c.stop_new.restype = ctypes.c_void_p
        self.c.stop_connect.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        self.c.stop_connect.restype = None
        self.c.route_minutes.argtypes = [ctypes.c_void_p]
        self.c.route_minutes.restype = ctypes.c_double


class Route:
    def __init__(self, library, name, stops):
        self.c = library.c
        self.name = name
        self.stops = {}
        self.first = None
        before = None
        for number in stops:
            stop = self.stops.get(number) or self.c.stop_new(number, 2.5)
            self.stops[number] = stop
            self.first = self.first or stop
            if before:
                self.c.stop_connect(before, stop)
            before = stop

    @telemetry.counted
    def minutes(self):
        return self.c.route_minutes(self.first)


def main():
    library = Library(sys.argv[1])
    routes = [
        Route(library, "harbour", range(1, 20)),
        Route(library, "ring", [3, 8, 9, 14, 3]),
        Route(library, "airport", range(20, 30)),
    ]
    time.sleep(1)
    with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="route") as pool:
        for route, minutes in zip(routes, pool.map(Route.minutes, routes)):
            print(route.name, minutes, flush=True)


if __name__ == "__main__":
    with telemetry.running():
        main()
