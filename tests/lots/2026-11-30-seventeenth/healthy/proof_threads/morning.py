import asyncio

from desk import Desk, Press

TITLES = {"Gazette": 6, "Almanac": 4, "Hymnal": 5}


async def main():
    desk = Desk(Press(12.5))
    heart = asyncio.create_task(desk.heartbeat(), name="heartbeat")
    async with asyncio.TaskGroup() as group:
        for title, copies in TITLES.items():
            group.create_task(desk.order(title, copies), name=title)
    heart.cancel()
    print(desk.beats, "beats")


if __name__ == "__main__":
    asyncio.run(main())
