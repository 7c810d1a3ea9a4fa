"""Sensors of wind and rain report to the station."""

import random
import threading

from station import Station


class Sensor(threading.Thread):
    def __init__(self, station, name, count):
        super().__init__(name=name)
        self.line = station.plug(name)
        self.count = count
        self.chance = random.Random(name)
        self.told = 0

    def report(self, value):
        self.line.sendall(f"{value:.2f}\n".encode())
        answer = self.line.recv(16)
        if answer != b"ok\n":
            raise ConnectionError(f"{self.name}: {answer!r}")
        self.told += 1

    def run(self):
        with self.line:
            for _ in range(self.count):
                self.report(self.chance.uniform(0, 30))
        print(self.name, "told", self.told, flush=True)


def main():
    station = Station()
    sensors = [Sensor(station, "vane", 1), Sensor(station, "wind", 5), Sensor(station, "rain", 4)]
    for sensor in sensors:
        sensor.start()
    for sensor in sensors:
        sensor.join()
    print(len(station.readings), "readings", flush=True)


if __name__ == "__main__":
    main()
