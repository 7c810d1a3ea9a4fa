"""The screen in the kitchen, run without a terminal."""

from textual.app import App
from textual.widgets import Label, Log

from orders import Stove


class Kitchen(App):
    def compose(self):
        yield Label("orders")
        yield Log()

    def on_mount(self):
        self.stove = Stove()
        self.minutes = 0
        self.set_interval(30, self.minute)
        for dish, seconds in (("soup", 16), ("pie", 45), ("jam", 70), ("stew", 90)):
            self.run_worker(self.order(dish, seconds), name=dish)

    def minute(self):
        self.minutes += 1
        if self.minutes == 12:
            self.exit(self.minutes)

    async def order(self, dish, seconds):
        self.query_one(Log).write_line(await self.stove.cook(dish, seconds))


if __name__ == "__main__":
    Kitchen().run(headless=True)
