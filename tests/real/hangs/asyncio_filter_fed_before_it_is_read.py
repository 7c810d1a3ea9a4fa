# All input is written to the filter, and drained, before the first of its output is read.
# https://github.com/python/asyncio/issues/381
import asyncio


async def main():
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("cat", stdin=pipe, stdout=pipe)
    process.stdin.write(b"0" * 2_000_000)
    print("READY", flush=True)
    await process.stdin.drain()  # <-- here
    process.stdin.close()
    print(len(await process.stdout.read()))


asyncio.run(main())
