"""A chat over websockets whose members say something every now and then."""

import asyncio
import contextlib
import dataclasses
import itertools
import logging
import random

from websockets.asyncio.client import connect
from websockets.asyncio.server import broadcast, serve

log = logging.getLogger("chat")


@dataclasses.dataclass
class Room:
    members: set = dataclasses.field(default_factory=set)
    said: int = 0
    floor: asyncio.Lock = dataclasses.field(default_factory=asyncio.Lock)

    @contextlib.contextmanager
    def member(self, connection):
        self.members.add(connection)
        try:
            yield
        finally:
            self.members.discard(connection)

    async def say(self, text):
        """One after the other: the moderator reads each line first."""
        async with self.floor:
            await asyncio.sleep(3)
            broadcast(self.members, text)
            self.said += 1


class Server:
    def __init__(self):
        self.room = Room()

    async def handle(self, connection):
        with self.room.member(connection):
            async for text in connection:
                await self.room.say(text)


async def speak(connection, name, pause):
    for number in itertools.count():
        await asyncio.sleep(random.uniform(pause, 2 * pause))
        await connection.send(f"{name}: {number}")


async def listen(connection, name):
    async for text in connection:
        log.info("%s reads %r", name, text)


async def member(uri, name, pause):
    async with connect(uri, ping_interval=20) as connection, asyncio.TaskGroup() as group:
        group.create_task(speak(connection, name, pause), name=f"{name} speaks")
        group.create_task(listen(connection, name), name=f"{name} listens")


async def main():
    chat = Server()
    async with serve(chat.handle, "127.0.0.1", 0) as server, asyncio.TaskGroup() as group:
        port = server.sockets[0].getsockname()[1]
        for name, pause in (("ada", 4), ("ben", 6), ("eve", 9)):
            group.create_task(member(f"ws://127.0.0.1:{port}", name, pause), name=name)
        await server.serve_forever()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
