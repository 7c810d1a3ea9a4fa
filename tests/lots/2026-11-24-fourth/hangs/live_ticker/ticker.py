"""Shows prices; plugins format the rows."""

import asyncio
import itertools
import threading
import time

import uvloop
from averages import Averages
from quotes import Quotes


class PercentPlugin:
    def __init__(self, quotes, reference):
        self.quotes, self.reference = quotes, reference

    def format(self, name, price):
        base = self.quotes.price(self.reference)
        return f"{name:6} {price:8} {100 * price / base:6.1f} %"


class Ticker:
    def __init__(self, names, quotes, plugins):
        self.names, self.quotes, self.plugins = names, quotes, plugins
        self.rows = {}

    async def follow(self):
        for name in itertools.cycle(self.names):
            price = await self.quotes.fetch(name)
            for plugin in self.plugins:
                self.rows[name] = plugin.format(name, price)

    async def heartbeat(self):
        while True:
            await asyncio.sleep(0.5)
            print(*self.rows.values(), sep="\n", flush=True)


def watch(ticker):
    while True:
        time.sleep(1)
        len(ticker.rows)


async def main():
    quotes = Quotes(asyncio.get_running_loop())
    ticker = Ticker(["ACME", "GLOBEX"], quotes, [PercentPlugin(quotes, "INDEX")])
    Averages(ticker).start()
    threading.Thread(target=watch, args=(ticker,), name="watch", daemon=True).start()
    await asyncio.gather(ticker.follow(), ticker.heartbeat())


if __name__ == "__main__":
    uvloop.run(main())
