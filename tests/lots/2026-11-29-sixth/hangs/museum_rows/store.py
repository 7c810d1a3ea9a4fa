"""The objects of a museum, in SQLite, by the package databases."""

import databases

SCHEMA = "CREATE TABLE objects (id INTEGER PRIMARY KEY, title TEXT, room TEXT)"


class Store:
    def __init__(self, path):
        self.database = databases.Database(f"sqlite+aiosqlite:///{path}")

    async def __aenter__(self):
        await self.database.connect()
        await self.database.execute(SCHEMA)
        return self

    async def __aexit__(self, *exception):
        await self.database.disconnect()

    async def add(self, *titles):
        rows = [{"title": title} for title in titles]
        await self.database.execute_many("INSERT INTO objects (title) VALUES (:title)", rows)

    async def move(self, number, room):
        await self.database.execute(
            "UPDATE objects SET room = :room WHERE id = :id", {"room": room, "id": number}
        )

    async def objects(self):
        async for row in self.database.iterate("SELECT id, title FROM objects ORDER BY id"):
            yield row["id"], row["title"]
