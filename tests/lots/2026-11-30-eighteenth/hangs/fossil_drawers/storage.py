"""Where the museum keeps its drawers: a file, one who works on it at a time."""

import threading

from tinydb.storages import JSONStorage


class TurnStorage(JSONStorage):
    """Whoever reads has the file until it has written it back."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._turn = threading.Lock()
        self._whose = None

    def read(self):
        me = threading.get_ident()
        if self._whose != me:
            self._turn.acquire()
            self._whose = me
        return super().read()

    def write(self, data):
        super().write(data)
        self._whose = None
        self._turn.release()
