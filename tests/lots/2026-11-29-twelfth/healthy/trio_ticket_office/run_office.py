"""An office with one counter, and some people who wait for their turn.

    python run_office.py --people 5 --seconds 20
"""

import argparse
import logging

import trio

from office.server import Server, lines
from office.tickets import Tickets

log = logging.getLogger("people")


async def person(name, port):
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(b"DRAW\nWAIT\n")
        async for line in lines(stream):
            log.info("%s: %s", name, line)
            if line == "YOUR TURN":
                return


async def office(people, seconds):
    tickets = Tickets()
    with trio.move_on_after(240):
        async with trio.open_nursery() as nursery:
            port = await nursery.start(Server(tickets).run)
            nursery.start_soon(tickets.call_all, seconds)
            async with trio.open_nursery() as crowd:
                for number in range(people):
                    crowd.start_soon(person, f"person {number}", port)
            nursery.cancel_scope.cancel()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    trio.run(office, options.people, options.seconds)


if __name__ == "__main__":
    main()
