"""A cron within asyncio that rings each second, and a task that waits for two hundred times."""

import asyncio

import aiocron


async def main():
    cron = aiocron.crontab("* * * * * */1", start=True)
    for number in range(200):
        await cron.next(number)
        print("rung", number, flush=True)
    cron.stop()


asyncio.run(main())
