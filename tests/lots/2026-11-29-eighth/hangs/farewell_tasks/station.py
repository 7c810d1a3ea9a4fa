"""A railway station in the evening: all trains are to have left before it closes."""

import asyncio
import signal


class Train:
    def __init__(self, name, minutes):
        self.name = name
        self.minutes = minutes
        self.left = asyncio.Event()

    async def leave(self):
        await asyncio.sleep(self.minutes / 10)
        self.left.set()
        print(self.name, "has left", flush=True)


class Station:
    def __init__(self):
        self.trains = []
        self.closing = asyncio.Event()

    def announce(self, *trains):
        for train in trains:
            self.trains.append(train)
            asyncio.create_task(train.leave(), name=train.name)

    async def close(self):
        """Wait for whatever is still going on."""
        await self.closing.wait()
        print("closing", flush=True)
        await asyncio.gather(*asyncio.all_tasks())
        print("closed", flush=True)


async def main():
    station = Station()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, station.closing.set)
    loop.call_later(0.5, station.closing.set)
    station.announce(Train("the 21:04", 3), Train("the 21:30", 8), Train("the 22:00", 12))
    await station.close()


if __name__ == "__main__":
    asyncio.run(main())
