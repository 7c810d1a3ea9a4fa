"""An oven that is heated by a task of its own, and loaded by another one (curio)."""

import curio


class Oven:
    def __init__(self):
        self.door = curio.Lock()
        self.loaves = 0
        self.degrees = 20

    async def heat(self):
        while self.degrees < 220:
            await curio.sleep(0.3)
            async with self.door:
                self.degrees += 25
        return self.degrees

    async def bake(self, loaves):
        heating = await curio.spawn(self.heat)
        await curio.sleep(1)
        async with self.door:
            self.loaves = loaves
            degrees = await heating.join()
        print(loaves, "loaves at", degrees)


async def clock():
    while True:
        await curio.sleep(1)
        print("tick", flush=True)


async def main():
    await curio.spawn(clock, daemon=True)
    oven = Oven()
    await oven.bake(12)


if __name__ == "__main__":
    curio.run(main)
