"""Settings of the gateway: read from a file, replaced as a whole when that changes."""

import contextlib
import dataclasses
import json
import logging
import os
import threading

log = logging.getLogger("settings")


@dataclasses.dataclass(frozen=True)
class Settings:
    rate_limit: int = 100
    upstreams: tuple = ("10.0.0.1",)
    debug: bool = False

    @classmethod
    def parse(cls, text):
        known = {field.name for field in dataclasses.fields(cls)}
        values = {name: value for name, value in json.loads(text).items() if name in known}
        if "upstreams" in values:
            values["upstreams"] = tuple(values["upstreams"])
        return cls(**values)


class Store:
    """The settings now in force, and who wants to know when they change."""

    def __init__(self, path):
        self.path = path
        self.current = Settings()
        self.generation = 0
        self._guard = threading.Lock()
        self._listeners = []

    @contextlib.contextmanager
    def frozen(self):
        """Nothing changes within: for steps that need one and the same settings."""
        with self._guard:
            yield self.current

    def on_change(self, listener):
        self._listeners.append(listener)

    def reload(self):
        with open(self.path, encoding="utf-8") as file:
            fresh = Settings.parse(file.read())
        with self._guard:  # <-- here
            if fresh == self.current:
                return
            self.current = fresh
            self.generation += 1
        for listener in self._listeners:
            listener(fresh)

    def write(self, settings):
        temporary = f"{self.path}.new"
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(dataclasses.asdict(settings), file)
        os.replace(temporary, self.path)
