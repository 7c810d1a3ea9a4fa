# healthy:
# A task polls for what a task of another event loop brings, which a thread runs.
import asyncio
import threading


class Radio:
    def __init__(self):
        self.stations = {}

    async def scan(self):
        for number in range(100):
            await asyncio.sleep(100)
            self.stations[number] = f"station {number}"

    async def known(self, least):
        while len(self.stations) < least:
            await asyncio.sleep(0.1)
        return sorted(self.stations)


async def report(radio):
    print(await radio.known(3))


radio = Radio()
first = asyncio.new_event_loop()
threading.Thread(target=first.run_forever, daemon=True).start()
asyncio.run_coroutine_threadsafe(radio.scan(), first)
print("READY", flush=True)
asyncio.new_event_loop().run_until_complete(report(radio))
