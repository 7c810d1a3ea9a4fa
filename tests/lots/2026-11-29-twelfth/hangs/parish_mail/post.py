"""The mail server of a parish: a relay and an archive, in one event loop."""

import argparse
import asyncio
import contextlib
import logging
import smtplib
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP

from handlers import Archive, Relay

log = logging.getLogger("post")


class Post:
    def __init__(self, host):
        self.host = host
        self.archive = Archive()

    async def listen(self, handler):
        """A server at a free port."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(handler), self.host, 0)
        return server, server.sockets[0].getsockname()[1]

    async def __aenter__(self):
        self.stack = contextlib.AsyncExitStack()
        archive, port = await self.listen(self.archive)
        await self.stack.enter_async_context(archive)
        relay, self.port = await self.listen(Relay((self.host, port)))
        await self.stack.enter_async_context(relay)
        log.info("archive at %d, relay at %d", port, self.port)
        return self

    async def __aexit__(self, *error):
        await self.stack.aclose()


def write_letter(host, port, text):
    mail = EmailMessage()
    mail["From"] = "sexton@parish.example"
    mail["To"] = "vicar@parish.example"
    mail["Subject"] = "The bells"
    mail.set_content(text)
    with smtplib.SMTP(host, port) as connection:
        connection.send_message(mail)


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=3)
    parser.add_argument("--host", default="127.0.0.1")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    async with Post(options.host) as post:
        for number in range(options.letters):
            await asyncio.to_thread(
                write_letter, post.host, post.port, f"Bell {number} needs oil."
            )
        print(len(post.archive.mails), "letters were sent", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
