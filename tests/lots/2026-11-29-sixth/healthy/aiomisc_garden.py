"""Services of aiomisc: a garden is watered now and then, in threads; a pump is shared."""

import asyncio
import threading
import time

import aiomisc
from aiomisc.service.periodic import PeriodicService

pump = threading.Lock()


@aiomisc.threaded
def water(bed):
    with pump:
        time.sleep(4)
        return bed


class Garden(PeriodicService):
    async def callback(self):
        beds = await asyncio.gather(*(water(bed) for bed in ("roses", "peas", "mint")))
        print("watered", beds, flush=True)


class Gate(aiomisc.Service):
    async def start(self):
        await asyncio.Event().wait()


def main():
    with aiomisc.entrypoint(Garden(interval=6, delay=0), Gate(), pool_size=3) as loop:
        loop.run_forever()


if __name__ == "__main__":
    main()
