# healthy: needs=trio
# A server at rest: its workers are parked by a queue of the program's own.
import trio


class Desk:
    def __init__(self):
        self.lot = trio.lowlevel.ParkingLot()
        self.jobs = []

    async def take(self):
        while not self.jobs:
            await self.lot.park()
        return self.jobs.pop()

    async def serve(self, stream):
        async for job in stream:
            self.jobs.append(job)
            self.lot.unpark()

    async def work(self):
        while True:
            print(await self.take())


async def main():
    desk = Desk()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.work)
        nursery.start_soon(desk.work)
        print("READY", flush=True)
        await trio.serve_tcp(desk.serve, 0, host="127.0.0.1")


trio.run(main)
