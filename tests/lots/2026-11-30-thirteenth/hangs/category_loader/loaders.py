from aiodataloader import DataLoader


class PathLoader(DataLoader):
    """The path of a category, from the top: loaded with that of its parent."""

    def __init__(self, table):
        super().__init__()
        self.table = table

    async def batch_load_fn(self, ids):
        rows = await self.table.select(ids)
        parents = [row["parent"] for row in rows if row["parent"]]
        paths = dict(zip(parents, await self.load_many(parents)))
        return [paths.get(row["parent"], []) + [row["name"]] for row in rows]


class Request:
    """What lives as long as one request does."""

    def __init__(self, table):
        self.paths = PathLoader(table)

    async def breadcrumb(self, number):
        return " > ".join(await self.paths.load(number))
