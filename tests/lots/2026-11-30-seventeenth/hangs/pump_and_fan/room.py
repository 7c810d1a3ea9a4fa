"""Dries a load of apples; stops by itself when the machines have stopped."""

import contextlib
import threading
import time

from machines import Fan, Lamp, Pump


class Room:
    def __init__(self):
        self.pump = Pump("pump")
        self.fan = Fan("fan")
        self.lamp = Lamp("lamp")
        self.pump.together_with(self.fan)
        self.water = 84.0

    @property
    def machines(self):
        return self.pump, self.fan, self.lamp

    @contextlib.contextmanager
    def running(self):
        for machine in self.machines:
            machine.start()
        try:
            yield self
        finally:
            self.lamp.stop()
            for machine in (self.pump, self.fan):
                machine.join()

    def dry(self, until):
        while self.water > until and not self.fan.stopping.is_set():
            time.sleep(0.2)
            self.water -= 0.6
            if round(self.water / 0.6) % 5 == 0:
                print(f"water {self.water:.1f} %, fan {self.fan.warmth:.0f} degrees", flush=True)


def main():
    room = Room()
    with room.running():
        room.dry(20.0)
    print("turns:", {machine.name: machine.turns for machine in room.machines})
    print("threads left:", threading.active_count())


if __name__ == "__main__":
    main()
