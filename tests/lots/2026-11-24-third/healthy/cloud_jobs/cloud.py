"""A service that takes jobs and works on them for a minute and more."""

import asyncio
import itertools

from quart import Quart

app = Quart("cloud")
numbers = itertools.count(1)
jobs = {}


async def work(number):
    for part in range(100):
        jobs[number] = f"part {part}"
        await asyncio.sleep(0.9)
    jobs[number] = "done"


@app.post("/jobs")
async def submit():
    number = next(numbers)
    jobs[number] = "queued"
    app.add_background_task(work, number)
    return {"job": number}


@app.get("/jobs/<int:number>")
async def state(number):
    return {"job": number, "state": jobs[number]}
