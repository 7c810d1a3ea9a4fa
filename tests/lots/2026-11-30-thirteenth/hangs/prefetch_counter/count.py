import argparse
import asyncio
import logging

from desk.broker import Broker
from desk.channel import Channel
from desk.writer import BatchWriter


async def doors(broker, total):
    for number in range(total):
        await broker.publish("visitors", {"door": number % 4, "visitors": 1 + number % 3})
        await asyncio.sleep(0.005)


async def day(options):
    broker = Broker()
    channel = Channel(options.prefetch)
    writer = BatchWriter(channel, options.batch)
    broker.subscribe("visitors", channel)
    reporter = asyncio.create_task(broker.report(), name="reporter")
    async with asyncio.TaskGroup() as group:
        group.create_task(doors(broker, options.total), name="doors")
        group.create_task(writer.run(options.total), name="writer")
    reporter.cancel()
    print(writer.table)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefetch", type=int, default=20)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--total", type=int, default=200)
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    asyncio.run(day(parser.parse_args()))


if __name__ == "__main__":
    main()
