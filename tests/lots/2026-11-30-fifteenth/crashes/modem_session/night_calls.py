"""Takes the calls of weather stations, one after the other."""

import logging
import sys
import threading
import time

from modem import Modem


class Call:
    def __init__(self, station):
        self.station = station
        self.readings = []
        self.modem = Modem()
        self.modem.on("TEMP")(self.reading)
        self.modem.on("WIND")(self.reading)
        self.modem.on("BYE")(self.bye)

    def reading(self, line):
        name, value = line.split()
        self.readings.append((name, float(value)))

    def bye(self, line):
        self.modem.close()

    def take(self, data):
        return self.modem.feed(data)


def heartbeat():
    while True:
        time.sleep(0.5)


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    threading.Thread(target=heartbeat, daemon=True).start()
    for station in range(3):
        call = Call(station)
        data = b"".join(b"TEMP %d.5\nWIND %d.0\n" % (station, each) for each in range(12))
        print(station, call.take(data + b"BYE now\n"), "lines", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
