import trio


class Vehicle:
    """What each side knows of the other: a channel without a buffer."""

    def __init__(self, name):
        self.name = name
        self.send_channel, self.receive_channel = trio.open_memory_channel(0)
        self.log = []

    async def tell(self, other, text):
        await other.send_channel.send((self.name, text))
        self.log.append((other.name, text))

    async def hear(self):
        return await self.receive_channel.receive()


class Tram(Vehicle):
    def __init__(self, name, stops):
        super().__init__(name)
        self.stops = stops

    async def drive(self, depot):
        for stop in self.stops:
            await trio.sleep(0.05)
            await self.tell(depot, f"at {stop}")
            if stop.endswith("!"):
                _, answer = await self.hear()
                self.log.append(("heard", answer))
        await self.tell(depot, "bye")


class Depot(Vehicle):
    def __init__(self, name, trams):
        super().__init__(name)
        self.trams = {tram.name: tram for tram in trams}

    async def run(self):
        left = set(self.trams)
        reports = 0
        while left:
            who, text = await self.hear()
            reports += 1
            if text == "bye":
                left.discard(who)
            elif text.endswith("!"):
                await self.tell(self.trams[who], "go on")
            elif reports % 5 == 0:
                for tram in self.trams.values():
                    if tram.name in left:
                        await self.tell(tram, "mind the gap")
        return reports
