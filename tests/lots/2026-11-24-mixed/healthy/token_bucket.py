"""Many requests, few per second: the others wait for their turn."""

import asyncio
import collections


class Bucket:
    def __init__(self, per_second):
        self._pause = 1 / per_second
        self._waiters = collections.deque()

    async def take(self):
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    async def refill(self):
        while True:
            await asyncio.sleep(self._pause)
            if self._waiters:
                self._waiters.popleft().set_result(None)


async def request(bucket, number, done):
    await bucket.take()
    done.append(number)


async def main():
    bucket = Bucket(2)
    done = []
    refill = asyncio.create_task(bucket.refill(), name="refill")
    await asyncio.gather(*(request(bucket, number, done) for number in range(240)))
    refill.cancel()
    print(len(done))


asyncio.run(main())
