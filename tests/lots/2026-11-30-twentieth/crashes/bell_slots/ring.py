"""Bells wait in the library for their slots; two towers ring them."""
import asyncio
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


class Tower:
    def __init__(self, name, strokes):
        self.name = name
        self.strokes = strokes
        self.rung = []

    async def ring(self):
        for _ in range(self.strokes):
            self.rung.append(library.slot_take())
            await asyncio.sleep(0.01)


async def main():
    for bell in range(12):
        library.slot_put(bell)
    towers = [Tower("north", 6), Tower("south", 8)]
    await asyncio.gather(*(tower.ring() for tower in towers))
    print({tower.name: tower.rung for tower in towers})


if __name__ == "__main__":
    asyncio.run(main())
