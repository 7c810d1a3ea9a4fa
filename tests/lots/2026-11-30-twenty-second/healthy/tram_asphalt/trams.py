"""Trams on a line, as components of one application."""

import asyncio
import logging

from asphalt.core import CLIApplicationComponent, Component, Context, Event, Signal

log = logging.getLogger("trams")


class Arrival(Event):
    def __init__(self, source, topic, stop):
        super().__init__(source, topic)
        self.stop = stop


class Line:
    arrived = Signal(Arrival)

    def __init__(self, stops):
        self.stops = stops
        self.track = asyncio.Lock()


class LineComponent(Component):
    def __init__(self, stops):
        self.stops = stops

    async def start(self, ctx: Context):
        await asyncio.sleep(3)
        ctx.add_resource(Line(self.stops))


class TramComponent(Component):
    def __init__(self, number, ride=7.0):
        self.number = number
        self.ride = ride

    async def start(self, ctx: Context):
        line = await ctx.request_resource(Line)
        self.task = asyncio.create_task(self._run(line))

    async def _run(self, line):
        while True:
            for stop in line.stops:
                async with line.track:
                    await asyncio.sleep(self.ride)
                line.arrived.dispatch(f"{self.number} at {stop}")


class InspectorComponent(Component):
    """Looks at the track now and then, and has to wait for it as the trams do."""

    async def start(self, ctx: Context):
        self.line = await ctx.request_resource(Line)
        self.task = asyncio.create_task(self._inspect())

    async def _inspect(self):
        while True:
            await asyncio.sleep(20)
            async with self.line.track:
                log.info("the track is in order")


class Town(CLIApplicationComponent):
    async def start(self, ctx: Context):
        self.add_component("line", LineComponent, stops=["Market", "Bridge", "Mill"])
        for number in (71, 72, 75):
            self.add_component(f"tram{number}", TramComponent, number=number)
        self.add_component("inspector", InspectorComponent)
        await super().start(ctx)

    async def run(self, ctx: Context):
        line = ctx.require_resource(Line)
        for _ in range(60):
            event = await line.arrived.wait_event()
            log.info("%s", event.stop)
