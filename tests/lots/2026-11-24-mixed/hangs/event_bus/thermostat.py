import sys
import threading
import time

from bus import Bus

TEMPERATURE, ALARM = 1, 2


class Thermostat:
    def __init__(self, bus, limit):
        self.bus = bus
        self.limit = limit
        self.readings = []
        self.alarms = 0
        bus.subscribe(TEMPERATURE)(self.on_temperature)
        bus.subscribe(ALARM)(self.on_alarm)

    def on_temperature(self, topic, value):
        self.readings.append(value)
        if value > self.limit:
            self.bus.publish(ALARM, value)  # <-- here

    def on_alarm(self, topic, value):
        self.alarms += 1
        print("too hot:", value)


def display(thermostat):
    while True:
        time.sleep(1)
        print(len(thermostat.readings), "readings", flush=True)


def main():
    bus = Bus(sys.argv[1])
    thermostat = Thermostat(bus, 30)
    threading.Thread(target=display, args=(thermostat,), daemon=True, name="display").start()
    for value in range(20, 40):
        bus.publish(TEMPERATURE, value)
        time.sleep(0.05)
    print(thermostat.alarms, "alarms")


main()
