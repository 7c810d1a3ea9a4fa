# Awaits a child process that works for minutes, and reads what it says.
import asyncio


async def main():
    process = await asyncio.create_subprocess_shell(
        "for n in $(seq 300); do echo $n; sleep 1; done", stdout=asyncio.subprocess.PIPE
    )
    print("READY", flush=True)
    async for line in process.stdout:
        print(line)
    await process.wait()


asyncio.run(main())
