"""Look which hosts of some networks are there.

    python scan.py 10.0.0 10.0.1
"""

import argparse
import logging

import trio

from stages import Finder, Prober, Register, Ticker


class Scan:
    def __init__(self, networks, probers):
        self.finder = Finder(networks)
        self.probers = [Prober(number) for number in range(probers)]
        self.register = Register()
        self.ticker = Ticker(self.finder, self.register)

    async def run(self):
        send_host, receive_host = trio.open_memory_channel(2)
        send_row, receive_row = trio.open_memory_channel(2)
        async with trio.open_nursery() as outer:
            outer.start_soon(self.ticker.run)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.finder.run, send_host)
                for prober in self.probers:
                    nursery.start_soon(prober.run, receive_host.clone(), send_row.clone())
                nursery.start_soon(self.register.run, receive_row)
                send_row.close()
                receive_host.close()
            outer.cancel_scope.cancel()
        return self.register.rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", nargs="*", default=["10.0.0", "10.0.1", "10.0.7"])
    parser.add_argument("--probers", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for host, port in trio.run(Scan(options.networks, options.probers).run):
        print(host, port, flush=True)


if __name__ == "__main__":
    main()
