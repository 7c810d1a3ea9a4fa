"""The morning of the radio: the reporters come, the editor sends them out."""

import asyncio

from studio import Reporter, Studio

PLACES = {"ines": "harbour", "jan": "court", "kim": "zoo"}


async def editor(studio):
    await asyncio.sleep(0.5)
    for reporter, place in PLACES.items():
        await studio.send(reporter, place)


async def jingle():
    while True:
        await asyncio.sleep(0.6)


async def morning(studio, makeup):
    reporters = [Reporter(studio, name, seconds) for name, seconds in makeup.items()]
    async with asyncio.TaskGroup() as group:
        group.create_task(editor(studio), name="editor")
        tasks = [group.create_task(reporter.work(), name=reporter.name) for reporter in reporters]
    return [task.result() for task in tasks]


async def main():
    playing = asyncio.create_task(jingle(), name="jingle")
    async with Studio().on_air() as studio:
        print(await morning(studio, {"ines": 0, "jan": 0, "kim": 0}), flush=True)
        print(await morning(studio, {"ines": 0, "jan": 2, "kim": 0}), flush=True)
    playing.cancel()


if __name__ == "__main__":
    asyncio.run(main())
