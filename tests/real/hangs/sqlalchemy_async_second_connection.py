# The same with asyncio: the pool's waiting runs in a greenlet below the coroutine.
# https://github.com/mcdonc/klangk/issues/690
import asyncio

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

pool = {"poolclass": sa.AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0, "pool_timeout": 86_400}
engine = create_async_engine("sqlite+aiosqlite:///auth.db", **pool)


async def is_blocked(token):
    async with engine.connect() as connection:  # <-- here
        await connection.execute(sa.text("select 1"))


async def login(token):
    async with engine.begin() as connection:
        await connection.execute(sa.text("select 1"))
        await is_blocked(token)  # <-- also


async def main():
    print("READY", flush=True)
    await login("x")


asyncio.run(main())
