"""Times of ferries, by a library."""

import asyncio
import ctypes
import dataclasses
import os

library = ctypes.CDLL(os.path.abspath(os.environ["FERRIES"]))


@dataclasses.dataclass(frozen=True)
class Ferry:
    name: str
    price: int

    def minutes(self):
        return library.ferry_minutes(self.name.encode())


async def departure(ferry):
    """Minutes since midnight, asked for without blocking anybody."""
    return ferry.name, await asyncio.to_thread(ferry.minutes)
