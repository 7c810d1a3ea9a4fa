import asyncio
import functools
import threading


class Bridge:
    """A loop in a thread of its own, for code that is not asynchronous."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)
        self._started = threading.Event()
        self._main = None

    def start(self, session):
        self._session = session
        self._thread.start()
        self._started.wait()

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self._main = self.loop.create_task(self._session())
        self.loop.call_soon(self._started.set)
        try:
            self.loop.run_until_complete(self._main)
        except ConnectionError as error:
            print("the session is over:", error, flush=True)

    def call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    def blocking(self, function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return self.call(function(*args, **kwargs))

        return wrapper
