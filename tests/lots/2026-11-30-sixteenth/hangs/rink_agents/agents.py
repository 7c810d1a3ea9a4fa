import anyio

from wire import Offer


class Agent:
    def __init__(self, team, wishes, line):
        self.team = team
        self.wishes = list(wishes)
        self.line = line
        self.agreed = None

    def judge(self, offer):
        common = [slot for slot in self.wishes if slot in offer.slots]
        return common[0] if common else None

    async def prepare(self):
        await anyio.sleep(0.02 * len(self.wishes))
        return Offer(self.team, self.wishes[:3])

    async def run(self):
        async with self.line:
            offer = await self.prepare()
            await self.line.send(offer)
            other = await self.line.receive()
            self.agreed = self.judge(other)


class Listener(Agent):
    """Waits for the other side's offer and answers it."""

    async def run(self):
        async with self.line:
            other = await self.line.receive()
            self.agreed = self.judge(other)
            await self.line.send(Offer(self.team, self.wishes, answer_to=len(other.slots)))
