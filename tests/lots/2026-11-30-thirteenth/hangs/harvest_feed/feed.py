import itertools
import logging
import math

import trio
from collector import Collector
from sinks import TableSink

log = logging.getLogger("feed")


def sensor_of(field, period):
    async def values():
        for step in itertools.count():
            await trio.sleep(period)
            yield round(20 + 5 * math.sin(step / 9 + len(field)), 2)

    return values


async def lamp():
    while True:
        await trio.sleep(1)
        log.info("alive")


async def shift(seconds):
    """Collects until the shift is over, and lets nothing get lost."""
    send, receive = trio.open_memory_channel(16)
    sink = TableSink(receive)
    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sink.run)
            for field, period in (("maize", 0.07), ("rye", 0.05), ("clover", 0.11)):
                collector = Collector(field, sensor_of(field, period), send, batch=40)
                nursery.start_soon(collector.run, name=f"collector of {field}")
    return sink.rows


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lamp)
        for number in range(1, 3):
            log.info("shift %d: %d rows", number, await shift(2.5))
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    trio.run(main)
