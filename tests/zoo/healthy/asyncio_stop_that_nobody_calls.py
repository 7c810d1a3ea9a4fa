# healthy
import asyncio


class Beacon:
    def __init__(self):
        self.stopped = asyncio.Event()
        self.count = 0

    def stop(self):
        self.stopped.set()

    async def pulse(self):
        while True:
            await asyncio.sleep(0.2)
            self.count += 1

    async def run(self):
        pulse = asyncio.create_task(self.pulse())
        print("READY", flush=True)
        await self.stopped.wait()
        pulse.cancel()


beacon = Beacon()
try:
    asyncio.run(beacon.run())
except KeyboardInterrupt:
    beacon.stop()
