# hang: cause=deadlock confidence=certain python=3.8-3.15 text=savings,Task- first=yes
import asyncio


class Account:
    def __init__(self, name):
        self.name = name
        self.guard = asyncio.Lock()
        self.balance = 100


async def transfer(source, target, amount):
    async with source.guard:  # <-- here
        await asyncio.sleep(0.05)
        async with target.guard:  # <-- here
            source.balance -= amount
            target.balance += amount


async def heartbeat():
    while True:
        await asyncio.sleep(0.2)


async def main():
    accounts = {name: Account(name) for name in ("savings", "current")}
    alive = asyncio.ensure_future(heartbeat())
    print("READY", flush=True)
    await asyncio.gather(
        transfer(accounts["savings"], accounts["current"], 10),
        transfer(accounts["current"], accounts["savings"], 20),
    )
    alive.cancel()


asyncio.run(main())
