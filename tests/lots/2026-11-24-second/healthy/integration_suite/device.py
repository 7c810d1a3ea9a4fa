"""A device in software: it boots slowly, and answers commands one at a time."""

import queue
import threading
import time


class Device:
    def __init__(self, boot):
        self._commands = queue.Queue()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(boot,), name="device")
        self._thread.start()

    def _run(self, boot):
        time.sleep(boot)
        self._ready.set()
        while (command := self._commands.get()) is not None:
            text, answer = command
            time.sleep(2)
            answer.put(text.upper())

    def ask(self, text):
        self._ready.wait()
        answer = queue.Queue()
        self._commands.put((text, answer))
        return answer.get()

    def close(self):
        self._commands.put(None)
        self._thread.join()
