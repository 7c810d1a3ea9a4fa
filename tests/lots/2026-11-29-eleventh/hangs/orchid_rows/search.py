"""Look for orchids in a table, a page at a time."""


class Search:
    """The rows that fit, `page` at a time; a search may go on later."""

    def __init__(self, table, fits, page=3):
        self.rows = table.rows()
        self.fits = fits
        self.page = page
        self.pages = 0

    async def next_page(self):
        found = []
        async for row in self.rows:
            if self.fits(row):
                found.append(row)
            if len(found) == self.page:
                break
        self.pages += 1
        return found


def of_genus(genus):
    return lambda row: row["genus"] == genus


def taller_than(height):
    return lambda row: row["height"] > height
