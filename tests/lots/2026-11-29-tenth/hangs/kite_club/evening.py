"""Each evening: tell those who want it of tomorrow's wind, and count the kites."""

import asyncio
import logging
import random
import signal

from members import read_register
from outbox import Outbox

log = logging.getLogger("club")


class Wind:
    """A forecast, which comes in parts while the letters are written."""

    def __init__(self, seed=4):
        self.random = random.Random(seed)

    async def parts(self):
        for hour in range(8, 20, 4):
            await asyncio.sleep(0.1)
            yield hour, self.random.randint(2, 7)


async def evening():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    register = read_register()
    forecast = [f"{hour}h: {force} Bft" async for hour, force in Wind().parts()]
    async with Outbox() as outbox:
        for member in register.who_want_wind():
            outbox.post(member.name, ", ".join(forecast))
        log.info("%d letters for %d kites", outbox.letters.qsize(), register.kites())
    log.info("sent %d", len(outbox.sent))
    if stop.is_set():
        log.info("stopped")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(evening())
