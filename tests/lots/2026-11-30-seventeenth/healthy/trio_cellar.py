"""Barrels are tapped by turns; who taps has the tap until the jug is full."""

import contextlib

import trio

tap = trio.Lock()


async def jug(name, glasses):
    """Fills a jug glass by glass, as its user wants them."""
    async with tap:
        for number in range(glasses):
            await trio.sleep(2.2)
            yield f"{name}: glass {number + 1} of {glasses}"


async def guest(name, glasses, jugs):
    for _ in range(jugs):
        async with contextlib.aclosing(jug(name, glasses)) as filling:
            async for line in filling:
                print(line, flush=True)
                await trio.sleep(1.1)


async def host(every):
    while True:
        await trio.sleep(every)
        statistics = tap.statistics()
        print("waiting:", statistics.tasks_waiting, flush=True)


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host, 10, name="host")
        async with trio.open_nursery() as guests:
            for name, glasses in (("Anna", 5), ("Berti", 3), ("Carlo", 7)):
                guests.start_soon(guest, name, glasses, 4, name=name)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
