import os
import signal


class Reaper:
    """Notes how children end, as soon as they do."""

    def __init__(self):
        self.ended = {}
        self._callbacks = {}

    def install(self):
        signal.signal(signal.SIGCHLD, self._on_child)

    def watch(self, pid, callback):
        self._callbacks[pid] = callback

    def _on_child(self, number, frame):
        while True:
            try:
                pid, status = os.waitpid(-1, 0)  # <-- here
            except ChildProcessError:
                return
            code = os.waitstatus_to_exitcode(status)
            self.ended[pid] = code
            callback = self._callbacks.pop(pid, None)
            if callback is not None:
                callback(pid, code)
