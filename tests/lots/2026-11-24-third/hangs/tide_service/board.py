import asyncio
import signal

from tides import TideClient, TideServer
import preferences


async def clock(ticks):
    while True:
        await asyncio.sleep(0.8)
        ticks.append(asyncio.get_running_loop().time())


async def board(port):
    async with TideClient(port) as client:
        for harbour in ("north", "south"):
            print(harbour, await client.ask(harbour), flush=True)


async def main():
    server = TideServer()
    listening = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, print, "served", server.served)
    ticking = asyncio.create_task(clock([]), name="clock")
    await asyncio.create_task(board(listening.sockets[0].getsockname()[1]), name="board")
    ticking.cancel()


if __name__ == "__main__":
    settings = preferences.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    asyncio.run(main())
