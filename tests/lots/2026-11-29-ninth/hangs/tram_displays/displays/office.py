"""The traffic office: ordinary code in threads, which talks to the displays through a portal."""

import contextlib
import logging

from anyio.from_thread import start_blocking_portal

log = logging.getLogger("displays.office")


class Office:
    def __init__(self, displays):
        self.displays = displays
        self.portal = None
        self.tasks = []

    @contextlib.contextmanager
    def open(self, line):
        with start_blocking_portal("asyncio") as self.portal:
            for display in self.displays:
                self.tasks.append(self.portal.start_task_soon(display.until_night, line))
            log.info("%d displays are on", len(self.tasks))
            yield self
        self.finish()

    def look(self):
        return {display.stop: list(display.shown) for display in self.displays}

    def finish(self):
        for display in self.displays:
            self.portal.call(display.go_dark)
        for task in self.tasks:
            task.result()
