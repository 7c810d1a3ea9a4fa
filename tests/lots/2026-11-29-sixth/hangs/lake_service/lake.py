"""Tells the temperatures of a lake until it is told to stop."""

import asyncio
import os
import signal
import threading

from buoys import Driver


class Lake:
    def __init__(self, driver):
        self.driver = driver
        self.temperatures = {}
        self.stopped = asyncio.Event()

    async def listen(self):
        while True:
            buoy, degrees = await asyncio.to_thread(self.driver.next_message)
            self.temperatures[buoy] = degrees

    async def tell(self):
        while True:
            await asyncio.sleep(0.5)
            print(self.temperatures, flush=True)

    async def run(self):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.stopped.set)
        tasks = [asyncio.create_task(work()) for work in (self.listen, self.tell)]
        await self.stopped.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        print("the lake is closed", flush=True)


async def main():
    driver = Driver(30)
    driver.start()
    threading.Timer(2.5, os.kill, [os.getpid(), signal.SIGTERM]).start()
    await Lake(driver).run()


if __name__ == "__main__":
    asyncio.run(main())
