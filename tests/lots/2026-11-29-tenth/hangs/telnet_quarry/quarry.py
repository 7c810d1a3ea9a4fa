"""Switch the pumps of a quarry by telnet; the control unit is a double in this program."""

import asyncio
import logging

import telnetlib3

log = logging.getLogger("quarry")
CODES = {"north": "4711", "south": "0815"}


async def unit(reader, writer):
    """The control unit: it wants a code as a line, and then greets."""
    code = (await reader.readline()).strip()
    if code not in CODES.values():
        writer.write("wrong code\r\n")
    else:
        writer.write("PUMPS> ")
        command = (await reader.readline()).strip()
        writer.write(f"done: {command}\r\n")
    writer.close()


class Pumps:
    """Logs in as the manual of the new control unit says: code at the prompt."""

    def __init__(self, port, place):
        self.port = port
        self.place = place

    async def __aenter__(self):
        self.reader, self.writer = await telnetlib3.open_connection(
            "127.0.0.1", self.port, encoding="utf8", connect_minwait=0.1, connect_maxwait=0.5
        )
        await self.prompt("CODE> ")
        self.writer.write(CODES[self.place] + "\r\n")
        await self.prompt("PUMPS> ")
        return self

    async def __aexit__(self, *error):
        self.writer.close()

    async def prompt(self, text):
        seen = ""
        while not seen.endswith(text):
            seen += await self.reader.read(1)
        return seen

    async def switch(self, state):
        self.writer.write(f"set {state}\r\n")
        return (await self.reader.readline()).strip()


async def main():
    logging.basicConfig(level=logging.WARNING)
    server = await telnetlib3.create_server(host="127.0.0.1", port=0, shell=unit, connect_maxwait=0.2, timeout=0)
    port = server.sockets[0].getsockname()[1]
    for place in CODES:
        async with Pumps(port, place) as pumps:
            print(place, await pumps.switch("on"))
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
