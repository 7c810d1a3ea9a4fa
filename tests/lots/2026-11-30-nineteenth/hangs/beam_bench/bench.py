import asyncio
import time

from traits.api import Dict, Float, HasStrictTraits, Instance, Int, List, observe
from traits_futures.api import AsyncioEventLoop, IterationFuture, TraitsExecutor, submit_iteration

from beams import series


class Bench(HasStrictTraits):
    executor = Instance(TraitsExecutor)
    future = Instance(IterationFuture)
    loads = List(Float)
    length = Float(4.0)
    stiffness = Float(2.1e6)
    results = Dict(Float, Float)
    shown = Int(0)

    def start(self):
        self.future = submit_iteration(
            self.executor, series, list(self.loads), self.length, self.stiffness
        )

    @observe("future:result_event")
    def _take(self, event):
        load, depth = event.new
        self.results[load] = depth

    def wait(self, pause=0.1):
        while not self.future.done:
            time.sleep(pause)
        return dict(self.results)


class Sheet:
    """The table that is printed for the customer."""

    def __init__(self, bench):
        self.bench = bench

    async def show(self):
        self.bench.start()
        await asyncio.sleep(0)
        results = self.bench.wait()
        for load in sorted(results):
            print(f"{load:8.1f} N {results[load] * 1000:8.3f} mm")


async def clock():
    while True:
        print(time.strftime("%H:%M:%S"), flush=True)
        await asyncio.sleep(2)


async def main():
    ticking = asyncio.create_task(clock())
    await asyncio.sleep(0.5)
    executor = TraitsExecutor(event_loop=AsyncioEventLoop())
    bench = Bench(executor=executor, loads=[100.0, 150.0, 225.0, 300.0])
    try:
        await Sheet(bench).show()
    finally:
        executor.stop()
        ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
