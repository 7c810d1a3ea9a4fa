import asyncio
import logging

from app import app, ticket


async def main():
    logging.basicConfig(level=logging.WARNING)
    async with app.open_async():
        for number in range(3):
            await ticket.defer_async(number=number)
        await app.run_worker_async(concurrency=1, wait=False, install_signal_handlers=False)
    print("all tickets are made")


if __name__ == "__main__":
    asyncio.run(main())
