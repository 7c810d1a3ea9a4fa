# hang: cause=deadlock needs=trio
import trio


class Turnstile:
    """Lets one in at a time."""

    def __init__(self):
        self.lot = trio.lowlevel.ParkingLot()
        self.taken = False

    async def __aenter__(self):
        while self.taken:
            await self.lot.park()  # <-- here
        self.taken = True

    async def __aexit__(self, *error):
        self.taken = False
        self.lot.unpark()


async def enter(turnstile):
    async with turnstile:
        pass


async def beat():
    while True:
        await trio.sleep(0.2)


async def main():
    turnstile = Turnstile()
    async with trio.open_nursery() as outer:
        outer.start_soon(beat)
        async with turnstile, trio.open_nursery() as guests:  # <-- here
            for _ in range(3):
                guests.start_soon(enter, turnstile)
            print("READY", flush=True)


trio.run(main)
