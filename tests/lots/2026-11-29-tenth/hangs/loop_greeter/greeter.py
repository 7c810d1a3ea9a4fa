"""Greeting cards, and previews of them, from one small service."""

import asyncio
import logging
import os
import subprocess
import sys

from small_site import Site

PREVIEW = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preview.py")
log = logging.getLogger("greeter")
site = Site()


@site.page("/card")
async def card(query):
    return f"Dear {query.get('name', 'friend')}, all the best for the year to come!"


@site.page("/preview")
async def preview(query):
    address = f"http://127.0.0.1:{site.port}/card?name={query['name']}"
    made = subprocess.run([sys.executable, PREVIEW, address], capture_output=True, text=True)
    return made.stdout


async def ask(path):
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer.decode().rpartition("\r\n\r\n")[2]


async def count():
    while True:
        await asyncio.sleep(1)
        log.info("%d requests", site.requests)


async def main():
    logging.basicConfig(level=logging.INFO)
    server = await site.start()
    counting = asyncio.create_task(count(), name="count")
    async with server:
        print(await ask("/card?name=Ada"), flush=True)
        print(await ask("/preview?name=Bo"), flush=True)
    counting.cancel()


if __name__ == "__main__":
    asyncio.run(main())
