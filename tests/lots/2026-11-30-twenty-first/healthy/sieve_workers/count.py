"""Counts twins of primes in processes of trio-parallel."""

import trio
import trio_parallel


def prime(number):
    if number % 2 == 0:
        return number == 2
    step = 3
    while step * step <= number:
        if number % step == 0:
            return False
        step += 2
    return number > 1


def twins(first, last):
    return sum(prime(n) and prime(n + 2) for n in range(first | 1, last, 2))


class Count:
    def __init__(self):
        self.total = 0
        self.parts = 0

    async def part(self, first, last, limiter):
        found = await trio_parallel.run_sync(twins, first, last, limiter=limiter)
        self.total += found
        self.parts += 1
        print(first, found, flush=True)


async def pulse():
    while True:
        await trio.sleep(1)


async def main():
    count = Count()
    limiter = trio.CapacityLimiter(2)
    async with trio.open_nursery() as outer:
        outer.start_soon(pulse)
        async with trio.open_nursery() as nursery:
            for part in range(24):
                first = 30_000_000 + part * 120_000
                nursery.start_soon(count.part, first, first + 120_000, limiter)
        outer.cancel_scope.cancel()
    print(count.total)


if __name__ == "__main__":
    trio.run(main)
