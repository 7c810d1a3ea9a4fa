"""Asynchronous requests for synchronous views, of which one runs at a time."""

import asyncio
import collections
import contextlib
import itertools
import signal

import views
from asgiref.sync import sync_to_async


class Client:
    def __init__(self, name, answers):
        self.name, self.answers = name, answers

    async def run(self):
        for number in itertools.count():
            view, argument = ((views.report, number), (views.search, self.name * number))[number % 2]
            answer = await sync_to_async(view)(argument)
            self.answers[self.name] += 1
            print(self.name, answer, flush=True)


async def status(answers):
    while True:
        await asyncio.sleep(5)
        print(sum(answers.values()), "answers", flush=True)


async def main():
    answers = collections.Counter()
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    clients = [Client(f"client {number}", answers) for number in range(7)]
    tasks = [asyncio.create_task(client.run(), name=client.name) for client in clients]
    tasks.append(asyncio.create_task(status(answers), name="status"))
    await stop.wait()
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    asyncio.run(main())
