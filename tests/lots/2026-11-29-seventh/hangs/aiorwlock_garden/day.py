"""A day in the garden."""

import asyncio
import signal

import garden


async def birds(counts):
    while True:
        await asyncio.sleep(0.25)
        counts.append(len(counts) % 5)


async def main():
    plan = garden.Plan()
    counts = []
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    singing = asyncio.create_task(birds(counts), name="birds")
    gardener = garden.Gardener(plan, "Iris")
    while not stop.is_set():
        await gardener.walk()
        await asyncio.sleep(0.1)
    singing.cancel()


if __name__ == "__main__":
    asyncio.run(main())
