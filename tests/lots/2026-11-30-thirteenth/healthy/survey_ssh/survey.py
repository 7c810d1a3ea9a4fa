"""Follows the instruments of a survey over SSH; the server is a simulation in this process."""

import asyncio
import logging
import signal

import asyncssh

import server

log = logging.getLogger("survey")


class Survey:
    def __init__(self, port):
        self.port = port
        self.lines = asyncio.Queue(2)
        self.slots = asyncio.Semaphore(2)

    async def follow(self, instrument):
        async with self.slots:
            async with asyncssh.connect("127.0.0.1", self.port, known_hosts=None, username="survey") as connection:
                async with connection.create_process(instrument) as process:
                    async for line in process.stdout:
                        await self.lines.put(line.strip())

    async def write(self):
        while True:
            print(await self.lines.get(), flush=True)


async def main():
    logging.basicConfig(level=logging.WARNING)
    acceptor = await server.start()
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    survey = Survey(acceptor.get_port())
    tasks = [asyncio.create_task(survey.follow(name), name=name) for name in ("tripod", "level", "mast")]
    tasks.append(asyncio.create_task(survey.write(), name="writer"))
    await stop.wait()
    for task in tasks:
        task.cancel()
    acceptor.close()


if __name__ == "__main__":
    asyncio.run(main())
