"""A room of a chat, whose messages are written to a log by a library in C."""

import asyncio
import ctypes
import os
import tempfile

library = ctypes.CDLL(os.environ["CHATLOG"])
library.chatlog_open.argtypes = [ctypes.c_char_p]


class Log:
    def __init__(self, path):
        if library.chatlog_open(path.encode()):
            raise OSError(f"{path} cannot be opened")

    def write(self, text):
        library.chatlog_write(text.encode())


class Room:
    def __init__(self, log):
        self.log = log
        self.messages = asyncio.Queue()

    async def write(self):
        while (message := await self.messages.get()) is not None:
            self.log.write("{}: {}".format(*message))

    async def say(self, who, text):
        await self.messages.put((who, text))
        await asyncio.sleep(0.01)


async def main(folder):
    room = Room(Log(os.path.join(folder, "room.log")))
    writer = asyncio.create_task(room.write(), name="writer")
    await room.say("ada", "good morning")
    await room.say("ben", "the test is through to 100%, nearly")
    await room.say("eve", "my mask is %s%s-%s%s%s%s/%s%s%s%s, and yours?")
    await room.say("ada", "no idea")
    await room.messages.put(None)
    await writer


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        asyncio.run(main(temporary))
