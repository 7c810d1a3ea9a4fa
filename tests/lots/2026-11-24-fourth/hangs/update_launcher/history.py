"""The history of the updates of a machine, a line for each."""

import contextlib
import json
import time


class History:
    def __init__(self, path):
        self.path = path

    def _write(self, **entry):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"at": time.time(), **entry}) + "\n")

    @contextlib.contextmanager
    def entry(self, steps):
        self._write(event="started", steps=steps)
        try:
            yield
        except BaseException as error:
            self._write(event="failed", error=repr(error))
            raise
        self._write(event="finished")
