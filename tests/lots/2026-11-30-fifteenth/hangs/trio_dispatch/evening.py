import trio

from depot import Depot, Tram

LINES = {
    "line 1": ["gate", "mill!", "church", "harbour"],
    "line 2": ["gate", "school", "park!", "zoo", "harbour"],
}


async def clock(interval):
    async for _ in ticks(interval):
        print(f"{trio.current_time() % 1000:.1f}", flush=True)


async def ticks(interval):
    while True:
        await trio.sleep(interval)
        yield


async def main():
    trams = [Tram(name, stops) for name, stops in LINES.items()]
    depot = Depot("depot", trams)
    async with trio.open_nursery() as outer:
        outer.start_soon(clock, 2)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(depot.run)
            for tram in trams:
                nursery.start_soon(tram.drive, depot)
        outer.cancel_scope.cancel()
    for tram in trams:
        print(tram.name, tram.log)


if __name__ == "__main__":
    trio.run(main)
