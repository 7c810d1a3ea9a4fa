"""A service on starlette: a visit to the hive collects readings for a while."""

import asyncio
import contextlib
import json
import os
import threading
import urllib.request

import uvicorn
from sensors import Door, Readings, Sensor
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


@contextlib.asynccontextmanager
async def watched(readings, sensors, door=None):
    stop = asyncio.Event()
    try:
        async with asyncio.TaskGroup() as group:
            for sensor in sensors:
                group.create_task(sensor.follow(readings, stop), name=sensor.name)
            yield group
            if door is None:
                stop.set()
            else:
                group.create_task(door.watch(stop), name="door")
    finally:
        stop.set()


async def visit(request):
    readings = Readings()
    sensors = [Sensor("brood", 34, 36, 0.2), Sensor("scale", 40, 42, 0.3)]
    door = Door() if "door" in request.query_params else None
    async with watched(readings, sensors, door):
        await asyncio.sleep(1)
        if door:
            door.passed.put_nowait(12)
    values = {name: len(values) for name, values in readings.values.items()}
    return JSONResponse({"readings": values, "bees": door.count if door else None})


async def health(request):
    return JSONResponse({"ok": True})


app = Starlette(routes=[Route("/visit", visit), Route("/health", health)])


class Keeper(threading.Thread):
    def __init__(self, port, paths):
        super().__init__(name="keeper", daemon=True)
        self.port = port
        self.paths = paths

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            return json.load(answer)

    def run(self):
        for path in self.paths:
            print(path, self.get(path), flush=True)
        os._exit(0)


def main():
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning")
    sock = config.bind_socket()
    sock.listen(16)
    Keeper(sock.getsockname()[1], ["/health", "/visit", "/visit?door"]).start()
    uvicorn.Server(config).run(sockets=[sock])


if __name__ == "__main__":
    main()
