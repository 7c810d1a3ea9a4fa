"""Water levels of some tanks: each sensor wakes the collector by an eventfd, now and then."""

import os
import select
import threading
import time


class Sensor(threading.Thread):
    def __init__(self, name, every):
        super().__init__(name=name, daemon=True)
        self.every = every
        self.event = os.eventfd(0, os.EFD_NONBLOCK)
        self.level = 50.0

    def run(self):
        while True:
            time.sleep(self.every)
            self.level -= 0.4
            os.eventfd_write(self.event, 1)


class Collector:
    def __init__(self, sensors):
        self.poll = select.epoll()
        self.by_event = {}
        for sensor in sensors:
            self.by_event[sensor.event] = sensor
            self.poll.register(sensor.event, select.EPOLLIN)

    def run(self, readings):
        while readings > 0:
            for descriptor, _ in self.poll.poll():
                number = os.eventfd_read(descriptor)
                sensor = self.by_event[descriptor]
                print(sensor.name, f"{sensor.level:.1f}", flush=True)
                readings -= number


def main():
    sensors = [Sensor("north tank", 17), Sensor("south tank", 23), Sensor("well", 31)]
    for sensor in sensors:
        sensor.start()
    Collector(sensors).run(30)


if __name__ == "__main__":
    main()
