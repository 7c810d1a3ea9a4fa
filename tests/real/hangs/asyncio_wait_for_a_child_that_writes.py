# Process.wait() of asyncio with pipes that nobody reads.
# https://github.com/bytedance/SandboxFusion/issues/53
import asyncio
import sys


async def main():
    lister = [sys.executable, "-c", "for n in range(200_000): print('line', n)"]
    process = await asyncio.create_subprocess_exec(*lister, stdout=asyncio.subprocess.PIPE)
    print("READY", flush=True)
    await process.wait()  # <-- here


asyncio.run(main())
