import asyncio
import collections
import posixpath


class Target:
    def __init__(self, name, rule, sources):
        self.name = name
        self.rule = rule
        self.sources = sources


class Graph:
    """Targets, and an event for each that says it is there."""

    def __init__(self):
        self.targets = {}
        self.ready = collections.defaultdict(asyncio.Event)
        self.outputs = {}

    def add(self, name, rule, *sources):
        self.targets[posixpath.normpath(name)] = Target(name, rule, sources)

    async def make(self, name):
        target = self.targets[name]
        for source in target.sources:
            await self.ready[source].wait()
        parts = [self.outputs.get(source, "") for source in target.sources]
        self.outputs[name] = await target.rule(name, parts)
        self.ready[name].set()

    async def make_all(self):
        async with asyncio.TaskGroup() as group:
            for name in self.targets:
                group.create_task(self.make(name), name=name)
        return self.outputs
