"""Stages of a scan: find hosts, look at their ports, write down what was found."""

import logging
import random

import trio
from trio_util import periodic

log = logging.getLogger(__name__)


class Finder:
    """Finds hosts of a network, with several searchers at once."""

    def __init__(self, networks):
        self.networks = networks
        self.found = 0

    async def search(self, network, found):
        async with found:
            rng = random.Random(network)
            for _ in range(4):
                await trio.sleep(0.05)
                await found.send(f"{network}.{rng.randrange(2, 250)}")
                self.found += 1

    async def run(self, found):
        async with trio.open_nursery() as nursery:
            for network in self.networks:
                nursery.start_soon(self.search, network, found.clone())


class Prober:
    def __init__(self, number):
        self.number = number

    async def run(self, hosts, results):
        async with hosts, results:
            async for host in hosts:
                await trio.sleep(0.02)
                port = 22 if hash(host) % 2 else 80
                await results.send((host, port))
        log.info("prober %d is done", self.number)


class Register:
    def __init__(self):
        self.rows = []

    async def run(self, results):
        async with results:
            async for row in results:
                self.rows.append(row)
        log.info("%d rows", len(self.rows))


class Ticker:
    """Says every two seconds how far it is."""

    def __init__(self, finder, register):
        self.finder = finder
        self.register = register

    async def run(self):
        async for _ in periodic(2):
            log.info("%d found, %d looked at", self.finder.found, len(self.register.rows))
