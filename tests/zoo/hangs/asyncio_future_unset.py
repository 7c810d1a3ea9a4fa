# hang: cause=waits-for-nobody confidence=certain|likely
import asyncio


class Mailbox:
    def __init__(self):
        self.arrival = asyncio.get_running_loop().create_future()

    async def receive(self):
        return await self.arrival  # <-- here


async def main():
    print("READY", flush=True)
    await Mailbox().receive()


asyncio.run(main())
