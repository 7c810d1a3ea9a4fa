"""Measures for a while, or until there are enough samples, and prints a protocol."""

import contextlib
import statistics
from dataclasses import dataclass, field

import trio
from bench import Driver


@dataclass
class Protocol:
    name: str
    values: list = field(default_factory=list)

    def __str__(self):
        return f"{self.name}: {len(self.values)} values, {statistics.fmean(self.values):.1f}"


async def collect(driver, protocol, send):
    async with send:
        while True:
            value = await trio.to_thread.run_sync(driver.read)
            if value is None:
                break
            protocol.values.append(value)
            await send.send(value)


@contextlib.asynccontextmanager
async def measuring(name, samples, every=0.1):
    driver = Driver()
    protocol = Protocol(name)
    send, receive = trio.open_memory_channel(10)
    driver.start(samples, every)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(collect, driver, protocol, send)
            yield protocol, receive
            nursery.cancel_scope.cancel()
    finally:
        driver.wake()


async def measure(name, samples, wanted, seconds):
    async with measuring(name, samples) as (protocol, receive):
        with trio.move_on_after(seconds):
            async for _ in receive:
                if len(protocol.values) == wanted:
                    break
    return protocol


async def clock():
    while True:
        await trio.sleep(0.5)


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(clock)
        print(await measure("copper", samples=50, wanted=6, seconds=4), flush=True)
        print(await measure("tin", samples=4, wanted=6, seconds=1.5), flush=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
