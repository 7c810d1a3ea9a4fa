"""The tram depot: components that give each other what they need."""

import asyncio
import logging

from asphalt.core import CLIApplicationComponent, Component, ContainerComponent, Context

log = logging.getLogger("depot")


class PowerGrid:
    def __init__(self, volts):
        self.volts = volts


class Timetable:
    def __init__(self, lines):
        self.lines = lines


class Dispatcher:
    def __init__(self, timetable):
        self.timetable = timetable
        self.free_trams = [71, 72, 75]


class PowerComponent(Component):
    def __init__(self, volts=600):
        self.volts = volts

    async def start(self, ctx: Context):
        await asyncio.sleep(0.2)
        ctx.add_resource(PowerGrid(self.volts))
        log.info("power is on")


class TimetableComponent(Component):
    """Lines are only in the timetable if there are trams for them."""

    def __init__(self, lines):
        self.lines = lines

    async def start(self, ctx: Context):
        await ctx.request_resource(PowerGrid)
        dispatcher = await ctx.request_resource(Dispatcher)
        lines = self.lines[: len(dispatcher.free_trams)]
        ctx.add_resource(Timetable(lines))
        log.info("timetable of %d lines", len(lines))


class DispatchComponent(Component):
    async def start(self, ctx: Context):
        grid = await ctx.request_resource(PowerGrid)
        if grid.volts < 500:
            raise RuntimeError("not enough power")
        timetable = await ctx.request_resource(Timetable)
        ctx.add_resource(Dispatcher(timetable))
        log.info("dispatcher is there")


class ClockComponent(Component):
    async def start(self, ctx: Context):
        async def tick():
            while True:
                await asyncio.sleep(1)
                self.seconds += 1

        self.seconds = 0
        self.task = asyncio.get_running_loop().create_task(tick())


class Depot(CLIApplicationComponent):
    async def start(self, ctx: Context):
        self.add_component("power", PowerComponent, volts=600)
        self.add_component("clock", ClockComponent)
        self.add_component("timetable", TimetableComponent, lines=["2", "5", "7", "11"])
        self.add_component("dispatch", DispatchComponent)
        await super().start(ctx)

    async def run(self, ctx: Context):
        timetable = ctx.require_resource(Timetable)
        print("lines today:", ", ".join(timetable.lines))
