"""Shows the values of two sensors, and their alarms."""

import signal
import sys
import threading
import time

from reactivex import operators as ops
from streams import Screen, Sensor


class Panel:
    def __init__(self, screen, sensors):
        self.screen, self.sensors = screen, sensors
        self.seen = threading.Semaphore(0)
        self.subscriptions = []

    def open(self):
        for sensor in self.sensors:
            stream = sensor.values().pipe(
                ops.observe_on(self.screen.scheduler),
                ops.map(lambda value, sensor=sensor: self.row(sensor, value)),
            )
            self.subscriptions.append(stream.subscribe(self.update, self.failed))

    def row(self, sensor, value):
        if value > sensor.limit:
            sensor.alarms += 1
            unit = self.screen.units(sensor.name).run()
            return sensor.name, f"{value} {unit} !"
        return sensor.name, str(value)

    def update(self, row):
        self.screen.show(*row)
        self.seen.release()

    def failed(self, error):
        print("failed:", error)

    def wait_for(self, rows):
        for _ in range(rows):
            self.seen.acquire()

    def close(self):
        for subscription in self.subscriptions:
            subscription.dispose()


def stopped(number, frame):
    sys.exit(f"stopped by {signal.Signals(number).name}")


def clock(screen):
    """The clock in the corner of the screen."""
    while True:
        screen.show("clock", time.strftime("%H:%M:%S"))
        time.sleep(1)


def main():
    signal.signal(signal.SIGTERM, stopped)
    panel = Panel(Screen(), [Sensor("boiler", 0.05, 20), Sensor("cooler", 0.11, 35)])
    panel.open()
    threading.Thread(target=clock, args=(panel.screen,), name="clock", daemon=True).start()
    panel.wait_for(60)
    panel.close()
    print(panel.screen.rows)


if __name__ == "__main__":
    main()
