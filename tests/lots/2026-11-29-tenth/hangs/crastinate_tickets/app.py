"""Tickets of a museum, made by jobs of procrastinate (in memory, as for a demonstration)."""

import asyncio
import logging

import procrastinate
from codes import code_of, is_code
from procrastinate.testing import InMemoryConnector

log = logging.getLogger("tickets")
app = procrastinate.App(connector=InMemoryConnector())
codes = {}
printed = []


async def ended(job, every=0.2):
    """Wait until another job has succeeded."""
    while str(app.connector.jobs[job]["status"]) != "succeeded":
        await asyncio.sleep(every)


@app.task(name="code")
async def code(number):
    await asyncio.sleep(0.05)  # asks the cash desk
    codes[number] = code_of(number)


@app.task(name="ticket")
async def ticket(number, visitor):
    job = await code.defer_async(number=number)
    await ended(job)
    assert is_code(codes[number])
    printed.append(f"{visitor}: {codes[number]}")
    log.info("ticket of %s is ready", visitor)
