"""Rates of freight, kept for twenty seconds; who comes while they are made anew waits."""

import threading
import time

from dogpile.cache import make_region

region = make_region().configure("dogpile.cache.memory", expiration_time=4)


@region.cache_on_arguments()
def rates(port):
    print(time.strftime("%X"), threading.current_thread().name, "asks", port, flush=True)
    time.sleep(11)
    return {goods: len(goods) * len(port) * 0.8 for goods in ("grain", "timber", "ore")}


class Quote(threading.Thread):
    def __init__(self, name, ports):
        super().__init__(name=name)
        self.ports = ports

    def run(self):
        for number in range(60):
            port = self.ports[number % len(self.ports)]
            total = sum(rates(port).values())
            print(time.strftime("%X"), self.name, port, round(total, 1), flush=True)
            time.sleep(1)


if __name__ == "__main__":
    desks = [Quote(f"desk-{number}", ["Emden", "Kiel"]) for number in range(4)]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
