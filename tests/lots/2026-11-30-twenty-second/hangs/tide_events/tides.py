"""High waters of three ports, from streams of events, as a single list."""

import asyncio

from eventkit import Event

PORTS = {"Brest": [7.1, 6.9, 7.3], "Cuxhaven": [3.4, 3.6], "Dover": [6.2]}


class Port:
    def __init__(self, name, heights):
        self.name = name
        self.heights = heights
        self.high_water = Event(name)

    async def run(self):
        for height in self.heights:
            await asyncio.sleep(0.1)
            self.high_water.emit(self.name, height)
        if len(self.heights) > 1:
            self.high_water.set_done()


async def gulls(cries):
    while True:
        await asyncio.sleep(0.4)
        cries.append("kee-ow")
        del cries[:-3]


async def main():
    crying = asyncio.create_task(gulls([]))
    ports = [Port(name, heights) for name, heights in PORTS.items()]
    merged = Event.merge(*(port.high_water for port in ports))
    collecting = asyncio.ensure_future(merged.list())
    running = [asyncio.create_task(port.run()) for port in ports]
    await asyncio.gather(*running)
    for name, height in await collecting:
        print(name, height)
    crying.cancel()


if __name__ == "__main__":
    asyncio.run(main())
