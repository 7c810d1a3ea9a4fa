"""A site for files (aioftp). Each user has one session at a time."""

import asyncio
import collections
import contextlib
import pathlib

import aioftp


class OneSession(aioftp.server.MemoryUserManager):
    """Who comes a second time waits until the first session ends."""

    def __init__(self, users):
        super().__init__(users)
        self.free = collections.defaultdict(lambda: asyncio.Semaphore(1))

    async def get_user(self, login):
        await self.free[login].acquire()
        return await super().get_user(login)

    async def notify_logout(self, user):
        self.free[user.login].release()
        await super().notify_logout(user)


@contextlib.asynccontextmanager
async def opened(folder):
    user = aioftp.User("anna", "secret", base_path=pathlib.Path(folder))
    server = aioftp.Server(OneSession([user]))
    await server.start("127.0.0.1", 0)
    yield server.server.sockets[0].getsockname()[1]
    await server.close()
