"""Counts of birds: watchers send, a table takes in."""

import collections

import trio


class Table:
    def __init__(self):
        self.counts = collections.Counter()

    async def take(self, channel):
        async with channel:
            async for bird, count in channel:
                self.counts[bird] += count


class Watcher:
    def __init__(self, name, seen):
        self.name = name
        self.seen = seen

    async def watch(self, channel):
        for bird, count in self.seen:
            await trio.sleep(0.01)
            await channel.send((bird, count))


async def morning(watchers):
    table = Table()
    send, receive = trio.open_memory_channel(4)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.take, receive)
        async with send:
            async with trio.open_nursery() as watching:
                for watcher in watchers:
                    watching.start_soon(watcher.watch, send.clone())
    return table.counts
