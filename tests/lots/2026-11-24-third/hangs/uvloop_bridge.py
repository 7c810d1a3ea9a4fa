"""Plugins are plain functions; a bridge lets them use what is asynchronous (uvloop)."""

import asyncio
import threading
import time

import uvloop


class Bridge:
    """Calls coroutines of the service from plain code."""

    def __init__(self, loop):
        self.loop = loop

    def call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()


class Service:
    def __init__(self):
        self.users = {"ada": 3, "ben": 5}
        self.plugins = {}
        self.bridge = Bridge(asyncio.get_running_loop())

    def plugin(self, name):
        def register(function):
            self.plugins[name] = function
            return function

        return register

    async def points(self, user):
        await asyncio.sleep(0.05)
        return self.users[user]

    async def run_in_thread(self, name, *arguments):
        return await asyncio.to_thread(self.plugins[name], *arguments)

    async def run(self, name, *arguments):
        return self.plugins[name](*arguments)


async def heartbeat():
    while True:
        await asyncio.sleep(1)
        print("alive", flush=True)


async def main():
    service = Service()
    beating = asyncio.create_task(heartbeat())

    @service.plugin("double")
    def double(user):
        return 2 * service.bridge.call(service.points(user))

    print("in a thread:", await service.run_in_thread("double", "ada"), flush=True)
    await asyncio.sleep(1.5)
    print("here:", await service.run("double", "ben"), flush=True)
    beating.cancel()


def watch():
    while True:
        time.sleep(2)


if __name__ == "__main__":
    threading.Thread(target=watch, name="watch", daemon=True).start()
    uvloop.run(main())
