"""Books and who has them. The catalogue is loaded when it is first asked for."""

import asyncio
import dataclasses


@dataclasses.dataclass
class Book:
    title: str
    shelf: int
    reader: str | None = None


class Catalogue:
    def __init__(self):
        self.books = {}
        self.filled = asyncio.Event()
        self.looks = 0

    async def look(self, title):
        """Find a book; the first look fills the catalogue."""
        if not self.filled.is_set():
            await self.fill()
        self.looks += 1
        return self.books.get(title)

    async def fill(self):
        for number, title in enumerate(["Tides", "Moss", "Owls", "Bread"]):
            await asyncio.sleep(0.05)
            self.books[title] = Book(title, number)
        self.filled.set()

    async def ready(self):
        await self.filled.wait()
        return len(self.books)


class Clock:
    """Counts the minutes that the library is open."""

    def __init__(self):
        self.minutes = 0

    async def run(self):
        while True:
            await asyncio.sleep(0.3)
            self.minutes += 1
