import logging

import trio

log = logging.getLogger(__name__)


class Server:
    """Lines over TCP: DRAW gives a number, WAIT waits for it to be called."""

    def __init__(self, tickets):
        self.tickets = tickets

    async def session(self, stream):
        number = None
        async for line in lines(stream):
            if line == "DRAW":
                number = self.tickets.draw()
                await stream.send_all(f"{number}\n".encode())
            elif line == "WAIT" and number:
                await self.tickets.until_called(number)
                await stream.send_all(b"YOUR TURN\n")
            else:
                await stream.send_all(b"WHAT?\n")
        log.info("number %s has gone", number)

    async def run(self, task_status=trio.TASK_STATUS_IGNORED):
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(trio.serve_tcp, self.session, 0)
            task_status.started(listeners[0].socket.getsockname()[1])


async def lines(stream):
    rest = b""
    async for data in stream:
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            yield line.decode().strip()
