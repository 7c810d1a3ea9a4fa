"""A car park with two gates, each looked after by a thread of a pool."""

import concurrent.futures
import ctypes
import sys
import threading
import time


class CarPark:
    def __init__(self, path, room):
        self.library = ctypes.CDLL(path)
        self.room = room
        self.turned_away = 0

    def enter(self, cars):
        inside = self.library.gate_pass(cars, self.room)
        if inside < 0:
            self.turned_away += cars
        return inside

    def leave(self, cars):
        return self.library.gate_pass(-cars, self.room)


def watch(park):
    while True:
        time.sleep(0.5)
        if park.turned_away > 100:
            print("too many", flush=True)


def gate(park, convoys):
    for cars in convoys:
        print(threading.current_thread().name, park.enter(cars), flush=True)
        time.sleep(0.1)
        park.leave(cars // 2)


def main():
    park = CarPark(sys.argv[1], room=40)
    threading.Thread(target=watch, args=(park,), name="watch", daemon=True).start()
    with concurrent.futures.ThreadPoolExecutor(2, "gate") as pool:
        list(pool.map(lambda convoys: gate(park, convoys), ([4, 6, 9], [8, 12, 30, 7])))


if __name__ == "__main__":
    main()
