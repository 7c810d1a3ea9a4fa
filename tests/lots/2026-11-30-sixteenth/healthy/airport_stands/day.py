"""A day at a small airport: python day.py [--planes N]"""

import argparse
import asyncio
import logging
import random
import signal

from airport import Crew, Stands

log = logging.getLogger("airport")


async def plane(name, stands, crew, rng):
    urgency = rng.randrange(3)
    async with stands.stand(urgency) as number:
        log.info("%s (%d) at stand %d", name, urgency, number)
        await crew.load(name, rng.uniform(10, 16), urgency)
    log.info("%s leaves", name)


async def tower(stands, crew, every=20):
    """Looks down at times."""
    while True:
        await asyncio.sleep(every)
        log.info("%d in the queue, %d for the crew", len(stands.queue), crew.orders.qsize())


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--planes", type=int, default=40)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    rng = random.Random(9)
    stands, crew = Stands(2), Crew()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    loaders = asyncio.create_task(crew.run(), name="crew")
    looking = asyncio.create_task(tower(stands, crew), name="tower")
    async with asyncio.TaskGroup() as group:
        for number in range(options.planes):
            group.create_task(plane(f"flight {100 + number}", stands, crew, rng), name=f"flight {100 + number}")
            await asyncio.sleep(1)
    for task in (loaders, looking):
        task.cancel()
    await asyncio.gather(loaders, looking, return_exceptions=True)
    log.info("the last one has left")


if __name__ == "__main__":
    asyncio.run(main())
