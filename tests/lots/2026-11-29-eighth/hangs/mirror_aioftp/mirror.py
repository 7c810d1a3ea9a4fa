"""Copies all files of a site into a folder of it, name by name."""

import asyncio
import logging
import pathlib
import tempfile

import aioftp

import progress
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


async def main():
    logging.basicConfig(level=logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("alpha", "beta"):
            pathlib.Path(folder, name).write_text(name * 100)
        async with site_of_files.opened(folder) as port:
            async with progress.shown(Mirror(port)) as mirror:
                await mirror.run()
            print(mirror.copied, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
