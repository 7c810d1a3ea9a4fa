"""Copies all files of a site into a folder of it, name by name."""

import asyncio
import logging
import pathlib
import tempfile

import aioftp

import site_of_files


class Mirror:
    def __init__(self, port):
        self.port = port
        self.copied = []

    def session(self):
        return aioftp.Client.context("127.0.0.1", self.port, "anna", "secret")

    async def copy(self, source, target, path):
        async with source.download_stream(path) as stream:
            text = await stream.read()
        async with target.upload_stream(f"mirror/{path}") as stream:
            await stream.write(text)
        self.copied.append(str(path))

    async def run(self):
        async with self.session() as source:
            await source.make_directory("mirror")
            names = [path for path, info in await source.list() if info["type"] == "file"]
            async with self.session() as target:
                for path in names:
                    await self.copy(source, target, path)


async def tick():
    while True:
        await asyncio.sleep(1)


async def main():
    logging.basicConfig(level=logging.WARNING)
    ticking = asyncio.create_task(tick(), name="tick")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("alpha", "beta"):
            pathlib.Path(folder, name).write_text(name * 100)
        async with site_of_files.opened(folder) as port:
            mirror = Mirror(port)
            await mirror.run()
            print(mirror.copied, flush=True)
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
