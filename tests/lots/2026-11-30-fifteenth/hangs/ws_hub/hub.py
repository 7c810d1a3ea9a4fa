import asyncio
import contextlib
import time


class Member:
    def __init__(self, name, room=8):
        self.name = name
        self.outbox = asyncio.Queue(maxsize=room)
        self.last_seen = time.monotonic()


class Hub:
    """Everybody in the room gets what anybody says, in the same order."""

    def __init__(self):
        self.members = {}
        self.lock = asyncio.Lock()
        self.said = 0

    @contextlib.asynccontextmanager
    async def joined(self, name):
        member = Member(name)
        async with self.lock:
            self.members[name] = member
        try:
            yield member
        finally:
            async with self.lock:
                self.members.pop(name, None)

    async def say(self, name, text):
        async with self.lock:
            self.said += 1
            for member in self.members.values():
                await member.outbox.put((self.said, name, text))

    async def seen(self, member):
        async with self.lock:
            member.last_seen = time.monotonic()

    async def idle(self, longer_than):
        limit = time.monotonic() - longer_than
        async with self.lock:
            return sorted(m.name for m in self.members.values() if m.last_seen < limit)
