"""A service that knows the tides, and somebody who asks it."""

import asyncio
import math

import frames


class Tides:
    def __init__(self):
        self.asked = 0

    async def serve(self, reader, writer):
        line = frames.Frames(reader, writer)
        while (message := await line.receive())["kind"] != "bye":
            self.asked += 1
            await line.send({"height": self.height(message["hour"])})
        line.close()

    def height(self, hour):
        return round(3 + 2 * math.sin(hour / 12.4 * 2 * math.pi), 2)


async def ask(port, hours):
    line = await frames.connect("127.0.0.1", port)
    for hour in hours:
        await line.send({"kind": "height", "hour": hour})
        print(hour, await line.receive(), flush=True)
    await line.send({"kind": "bye"})


async def main():
    tides = Tides()
    server = await asyncio.start_server(tides.serve, "127.0.0.1", 0)
    async with server:
        await ask(server.sockets[0].getsockname()[1], range(0, 12, 3))
    print(tides.asked, "questions")


if __name__ == "__main__":
    asyncio.run(main())
