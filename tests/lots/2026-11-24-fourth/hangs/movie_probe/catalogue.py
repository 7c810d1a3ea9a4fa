"""Makes a catalogue of movies: how many key frames has each?"""

import asyncio
import dataclasses
import json
import os
import sys

from shelf import Shelf, counted

PROBE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "probe.py")


class ProbeError(Exception):
    pass


@dataclasses.dataclass
class Movie:
    name: str
    frames: int
    key_frames: int = 0


class Catalogue:
    def __init__(self, parallel):
        self.slots = asyncio.Semaphore(parallel)
        self.movies = []
        self.shelf = Shelf()
        self.shelf.start()

    @counted
    async def probe(self, movie):
        async with self.slots:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                PROBE,
                movie.name,
                str(movie.frames),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            status = await process.wait()
            if status:
                raise ProbeError(movie.name)
            output = await process.stdout.read()
        movie.key_frames = sum(json.loads(line)["key"] for line in output.splitlines())
        self.movies.append(movie)
        self.shelf.put(movie)

    async def show(self):
        while True:
            await asyncio.sleep(2)
            print(len(self.movies), "movies", flush=True)


async def main():
    catalogue = Catalogue(2)
    movies = [Movie("trailer", 250), Movie("intro", 90), Movie("feature", 150_000)]
    show = asyncio.create_task(catalogue.show(), name="show")
    await asyncio.gather(*map(catalogue.probe, movies))
    show.cancel()
    for movie in catalogue.movies:
        print(movie)


if __name__ == "__main__":
    asyncio.run(main())
