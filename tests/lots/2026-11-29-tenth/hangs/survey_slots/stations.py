"""Stations along a river, each behind a small TCP server of this program (a double)."""

import asyncio
import json

LEVELS = {"Aue": 122, "Bruch": 98, "Furt": None, "Heide": 140, "Kamp": None, "Moor": 77, "Tal": None, "Wehr": 111}


async def answer(reader, writer):
    name = (await reader.readline()).decode().strip()
    await asyncio.sleep(0.05)
    level = LEVELS[name]
    text = json.dumps({"name": name, "level": level}) if level else "<html>busy</html>"
    writer.write(text.encode() + b"\n")
    await writer.drain()
    writer.close()


async def open_doubles():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]
