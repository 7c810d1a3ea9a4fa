"""A full-screen application (prompt_toolkit) at rest: nobody has typed yet, a clock is drawn."""

import asyncio
import time

from prompt_toolkit.application import Application
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import DummyOutput

keys = KeyBindings()


@keys.add("q")
def leave(event):
    event.app.exit()


async def clock(app):
    while True:
        await asyncio.sleep(9)
        app.invalidate()


async def main():
    with create_pipe_input() as keyboard:
        window = Window(FormattedTextControl(time.ctime))
        app = Application(Layout(window), key_bindings=keys, input=keyboard, output=DummyOutput())
        ticking = asyncio.create_task(clock(app))
        await app.run_async()
        ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
