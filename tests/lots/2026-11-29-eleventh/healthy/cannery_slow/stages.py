"""The stages: fish come in, are weighed, and go into tins."""

import asyncio


class Spoiled(Exception):
    pass


async def land(catch, out):
    for fish in catch:
        await asyncio.sleep(2.5)
        await out.put(fish)
    out.end()


async def weigh(belt, out, scale):
    async for fish in belt:
        try:
            grams = scale(fish)
        except Spoiled:
            print("spoiled:", fish["name"], flush=True)
            continue
        await out.put({"name": fish["name"], "grams": grams})
    out.end()


async def fill(belt, size):
    tins, grams = 0, 0
    async for fish in belt:
        grams += fish["grams"]
        while grams >= size:
            grams -= size
            tins += 1
    return tins


def scale(fish):
    if fish["days"] > 3:
        raise Spoiled(fish["name"])
    return fish["length"] * 11
