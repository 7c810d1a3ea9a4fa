"""The desk: takes orders for tickets, and has a worker make them."""

import asyncio
import contextlib
import logging

from app import app, printed, ticket

log = logging.getLogger("desk")
VISITORS = ["Ada", "Bo", "Cem"]


async def opening_hours(every=1.0):
    hours = 0
    while True:
        await asyncio.sleep(every)
        hours += 1
        log.debug("open for %d", hours)


@contextlib.asynccontextmanager
async def open_desk():
    hours = asyncio.create_task(opening_hours(), name="opening hours")
    async with app.open_async():
        try:
            yield
        finally:
            hours.cancel()


async def main():
    logging.basicConfig(level=logging.WARNING)
    log.setLevel(logging.INFO)
    async with open_desk():
        for number, visitor in enumerate(VISITORS, 100):
            await ticket.defer_async(number=number, visitor=visitor)
        log.info("%d orders", len(VISITORS))
        await app.run_worker_async(concurrency=1, wait=False, install_signal_handlers=False)
    print("\n".join(printed))


if __name__ == "__main__":
    asyncio.run(main())
