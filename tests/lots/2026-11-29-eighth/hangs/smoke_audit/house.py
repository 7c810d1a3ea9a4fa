"""A house in the evening: rooms are looked at, and what is in them is read from files."""

import os
import pathlib
import tempfile
import threading
import time

import guard
import heating


class Room:
    def __init__(self, folder, name):
        self.path = pathlib.Path(folder, name)
        self.path.write_text(f"{name}: 19 degrees")

    def look(self):
        return self.path.read_text()


class House:
    def __init__(self, folder):
        self.rooms = [Room(folder, name) for name in ("hall", "kitchen", "attic", "cellar")]
        self.degrees = 0

    def round(self):
        for room in self.rooms:
            self.degrees += int(room.look().split()[-2])


def clock():
    while True:
        time.sleep(1)


def main():
    threading.Thread(target=clock, name="clock", daemon=True).start()
    thermostat = heating.Thermostat()
    thermostat.start()
    thermostat.wish(20, 21)
    with tempfile.TemporaryDirectory() as folder:
        guard.Guard(os.path.join(folder, "guard.log")).install()
        house = House(folder)
        for number in range(8):
            house.round()
            print("round", number, house.degrees, flush=True)


if __name__ == "__main__":
    main()
