import asyncio
import time

from engine import Sections
from reports import Sales, Stock, Summary


async def lamp():
    while True:
        await asyncio.sleep(0.5)


async def write_all(kinds):
    sections = Sections()
    started = time.perf_counter()
    tasks = [asyncio.create_task(kind(sections).run(), name=kind.name) for kind in kinds]
    await asyncio.gather(*tasks)
    print(await sections.section(kinds[-1].name), f"{time.perf_counter() - started:.1f} s")


async def main():
    blinking = asyncio.create_task(lamp(), name="lamp")
    await write_all([Stock])
    await write_all([Stock, Sales])
    await write_all([Sales, Stock, Summary])
    blinking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
