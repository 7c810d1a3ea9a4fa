"""Move the servos of a rig through a scene, and say where they are."""

import argparse
import asyncio
import ctypes
from pathlib import Path

SCENE = [(0, 90), (1, 45), (2, 120), (0, 30)]


class Rig:
    def __init__(self, smooth):
        self.lib = ctypes.CDLL(str(Path(__file__).with_name("servo.so")))
        self.number = self.lib.servo_init(smooth)

    async def move(self, servo, position):
        self.lib.servo_move(servo, position)
        await asyncio.sleep(0.05)

    def where(self, servo):
        return self.lib.servo_read(servo)


async def play(rig, scene):
    for servo, position in scene:
        await rig.move(servo, position)
        print("servo", servo, "goes to", position, flush=True)
    return [rig.where(servo) for servo in range(rig.number)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--smooth", action="store_true")
    options = parser.parse_args()
    print(asyncio.run(play(Rig(options.smooth), SCENE)))


if __name__ == "__main__":
    main()
