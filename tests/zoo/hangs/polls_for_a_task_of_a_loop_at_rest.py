# hang: cause=busy-loop confidence=likely|possible watch=yes python=3.8-3.15 text=stations
# A task was started on one event loop; that rests while another one runs, which polls for it.
import asyncio


class Radio:
    def __init__(self):
        self.stations = {}

    async def scan(self):
        for number in range(100):
            await asyncio.sleep(0.01)
            self.stations[number] = f"station {number}"

    async def begin(self):
        self.task = asyncio.ensure_future(self.scan())

    async def known(self, least):
        while len(self.stations) < least:  # <-- here~
            await asyncio.sleep(0.1)
        return sorted(self.stations)


async def report(radio):
    print(await radio.known(3))


radio = Radio()
first = asyncio.new_event_loop()
first.run_until_complete(radio.begin())
print("READY", flush=True)
asyncio.new_event_loop().run_until_complete(report(radio))
