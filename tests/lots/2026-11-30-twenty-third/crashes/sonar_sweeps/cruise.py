import asyncio
import ctypes
import statistics
import sys

from sonar import listening


class Chart:
    def __init__(self):
        self.legs = {}

    def add(self, leg, depths):
        self.legs[leg] = (min(depths), statistics.fmean(depths))


async def sail(leg, seconds):
    for _ in range(4):
        await asyncio.sleep(seconds / 4)
    return leg


async def main():
    library = ctypes.CDLL(sys.argv[1])
    chart = Chart()
    for leg, bottom in (("harbour", 12.0), ("strait", 80.0)):
        with listening(library, bottom) as sonar:
            await sail(leg, 1.0)
            chart.add(leg, sonar.depths())
            print(leg, sonar.faults(), "faults", flush=True)
        print(chart.legs[leg], flush=True)


if __name__ == "__main__":
    asyncio.run(main())
