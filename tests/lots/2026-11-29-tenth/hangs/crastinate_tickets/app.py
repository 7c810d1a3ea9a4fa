"""Tickets of a museum, made by jobs of procrastinate (in memory, as for a demonstration)."""

import asyncio

import procrastinate
from procrastinate.testing import InMemoryConnector

app = procrastinate.App(connector=InMemoryConnector())


@app.task(name="code")
async def code(number):
    await asyncio.sleep(0.05)
    return number * 7919 % 10007


@app.task(name="ticket")
async def ticket(number):
    job = await code.defer_async(number=number)
    while str(app.connector.jobs[job]["status"]) != "succeeded":
        await asyncio.sleep(0.2)
    print("ticket", number, "is ready", flush=True)
