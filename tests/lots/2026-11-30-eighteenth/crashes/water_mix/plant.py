import logging
import threading

import mix
from sources import Source, Tank

log = logging.getLogger("plant")


class Plant(threading.Thread):
    def __init__(self, sources, hours):
        super().__init__(name="plant")
        self.sources = sources
        self.hours = hours
        self.table = {}

    def run(self):
        for hour in range(self.hours):
            for source in self.sources:
                source.measure(hour)
        for source in self.sources:
            self.table[source.name] = self.state(source)
            log.info("%s %.3f", source.name, self.table[source.name])

    def state(self, source):
        return mix.mean(source.readings)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    plant = Plant([Source("north spring", 7.2), Source("rock", 7.9), Tank("tower", 9.0)], 30)
    plant.start()
    plant.join()
    print(plant.table)


if __name__ == "__main__":
    main()
