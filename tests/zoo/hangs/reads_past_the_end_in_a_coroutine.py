# hang: cause=event-loop-blocked confidence=likely|possible watch=yes python=3.8-3.15 computes=yes
import asyncio
import tempfile

log = tempfile.NamedTemporaryFile("w+")
log.write("one\n")
log.flush()


async def last_line(path, end):
    with open(path) as f:
        line = ""
        while line != end:
            line = f.readline()  # <-- here
    return line


async def beat():
    while True:
        await asyncio.sleep(1)


async def main():
    task = asyncio.ensure_future(beat())
    await asyncio.sleep(0.1)
    await last_line(log.name, "done\n")  # <-- here


print("READY", flush=True)
asyncio.run(main())
