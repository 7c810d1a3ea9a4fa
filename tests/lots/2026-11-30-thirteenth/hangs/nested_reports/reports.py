from engine import wait_for


class Report:
    name = ""

    def __init__(self, sections):
        self.sections = sections

    async def run(self):
        self.sections.publish(self.name, self.write())

    def write(self):
        raise NotImplementedError


class Sales(Report):
    name = "sales"

    def write(self):
        rows = wait_for(self.sections.rows(12))
        stock = wait_for(self.sections.section("stock"))
        return f"{len(rows)} sales, of {stock}"


class Stock(Report):
    name = "stock"

    def write(self):
        rows = wait_for(self.sections.rows(40))
        return f"{sum(rows)} pieces"


class Summary(Report):
    name = "summary"

    def write(self):
        sales = wait_for(self.sections.section("sales"))
        return f"today: {sales}"
