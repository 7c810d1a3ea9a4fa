"""Ask a program for the frames of films, several at a time."""

import asyncio
import dataclasses
import sys

PROGRAM = """
import sys
film, frames = sys.argv[1], int(sys.argv[2])
for n in range(frames):
    print(f"{film} frame={n} pts={n * 40} size={n * 7919 % 65536} key={n % 12 == 0}")
"""


@dataclasses.dataclass
class Film:
    name: str
    frames: int
    keys: int = 0


class Prober:
    def __init__(self, at_once=2):
        self.limit = asyncio.Semaphore(at_once)

    async def probe(self, film):
        async with self.limit:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                PROGRAM,
                film.name,
                str(film.frames),
                stdout=asyncio.subprocess.PIPE,
            )
            status = await process.wait()
            if status:
                raise RuntimeError(f"{film.name}: {status}")
            output = await process.stdout.read()
            film.keys = output.count(b"key=True")
            return film


async def spinner():
    while True:
        await asyncio.sleep(0.5)


async def main():
    films = [Film("harbour", 200), Film("night", 20_000), Film("short", 50)]
    prober = Prober()
    turning = asyncio.create_task(spinner(), name="spinner")
    async with asyncio.TaskGroup() as group:
        jobs = [group.create_task(prober.probe(film), name=film.name) for film in films]
    turning.cancel()
    for job in jobs:
        print(job.result())


if __name__ == "__main__":
    asyncio.run(main())
