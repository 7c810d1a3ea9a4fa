import asyncio
import time

from annotations import SHEETS, Herbarium


class Report:
    def __init__(self):
        self.lines = []

    def add(self, sheet, area):
        self.lines.append(f"{sheet}: {area} pixels")
        print(self.lines[-1], flush=True)


async def clock(every=0.2):
    while True:
        await asyncio.sleep(every)


def measure(report, herbarium):
    for sheet, area in herbarium.areas():
        report.add(sheet, area)
    return len(report.lines)


async def main():
    ticking = asyncio.create_task(clock())
    began = time.perf_counter()
    count = await asyncio.to_thread(measure, Report(), Herbarium(SHEETS))
    ticking.cancel()
    print(count, "leaves in", round(time.perf_counter() - began, 2), "s")


if __name__ == "__main__":
    asyncio.run(main())
