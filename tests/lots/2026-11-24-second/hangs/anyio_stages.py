"""Reads log lines, parses them and counts, in three stages with streams between them."""

import collections
import contextlib
import dataclasses
import re

import anyio

LINE = re.compile(r"(?P<level>[A-Z]+) (?P<part>[a-z]+): (?P<text>.*)")


@dataclasses.dataclass
class Record:
    level: str
    part: str
    text: str


@dataclasses.dataclass
class Totals:
    lines: int = 0
    counts: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    bad: list = dataclasses.field(default_factory=list)


class TooManyErrors(Exception):
    pass


def lines_of_a_day():
    for number in range(2000):
        level = "ERROR" if number % 50 == 49 else "INFO"
        yield f"{level} {'db' if number % 3 else 'web'}: event {number}"


async def read(send, totals):
    async with send:
        for line in lines_of_a_day():
            await send.send(line)  # <-- here
            totals.lines += 1
            await anyio.sleep(0.001)


async def parse(receive, send, totals):
    async with send:
        async for line in receive:
            if match := LINE.fullmatch(line):
                await send.send(Record(**match.groupdict()))  # <-- here
            else:
                totals.bad.append(line)


async def count(receive, totals, most_errors):
    """Counts until there are too many errors for a good day."""
    async for record in receive:
        totals.counts[record.part, record.level] += 1
        errors = sum(n for (_, level), n in totals.counts.items() if level == "ERROR")
        if errors > most_errors:
            raise TooManyErrors(f"{errors} errors, the last one: {record.text}")


async def tell(totals):
    while True:
        await anyio.sleep(1)
        print(totals.lines, "lines", sum(totals.counts.values()), "counted", flush=True)


async def guarded(stage, *arguments):
    """Runs a stage; one that fails shall not end the others."""
    with contextlib.suppress(TooManyErrors):
        await stage(*arguments)


async def main():
    totals = Totals()
    send_line, receive_line = anyio.create_memory_object_stream(10)
    send_record, receive_record = anyio.create_memory_object_stream(10)
    async with anyio.create_task_group() as ticker:
        ticker.start_soon(tell, totals, name="ticker")
        async with anyio.create_task_group() as stages:
            stages.start_soon(guarded, read, send_line, totals, name="read")
            stages.start_soon(guarded, parse, receive_line, send_record, totals, name="parse")
            stages.start_soon(guarded, count, receive_record, totals, 3, name="count")
        ticker.cancel_scope.cancel()
    print(totals.counts.most_common())


anyio.run(main)
