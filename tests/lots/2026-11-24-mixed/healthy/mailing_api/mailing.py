import asyncio
import dataclasses
import uuid


@dataclasses.dataclass
class Mailing:
    text: str
    recipients: int
    sent: int = 0
    key: str = dataclasses.field(default_factory=lambda: uuid.uuid4().hex)


class Mailer:
    def __init__(self, per_second):
        self.pause = 1 / per_second
        self.gate = asyncio.Semaphore(1)
        self.mailings = {}

    async def send(self, mailing):
        self.mailings[mailing.key] = mailing
        for _ in range(mailing.recipients):
            async with self.gate:
                await asyncio.sleep(self.pause)
            mailing.sent += 1
