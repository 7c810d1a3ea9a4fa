# The application is loaded before the workers are forked: its event loop runs in a thread of the master.
# https://github.com/benoitc/gunicorn/issues/1045
import asyncio
import subprocess
import sys
import threading

from gunicorn.app.base import BaseApplication

CLIENT = (
    "import sys, time, urllib.request as r; time.sleep(1.5);"
    " print('READY', flush=True); r.urlopen(sys.argv[1]).read()"
)
loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, name="loop", daemon=True).start()


async def price(item):
    await asyncio.sleep(0)
    return 3


def application(environ, start_response):
    answer = asyncio.run_coroutine_threadsafe(price("apple"), loop).result()  # <-- here
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(answer).encode()]


class Shop(BaseApplication):
    def load_config(self):
        self.cfg.set("bind", "127.0.0.1:0")
        self.cfg.set("preload_app", True)
        self.cfg.set("timeout", 0)
        self.cfg.set("loglevel", "warning")
        self.cfg.set("when_ready", ask)

    def load(self):
        return application


def ask(server):
    host, port = server.LISTENERS[0].getsockname()
    subprocess.Popen([sys.executable, "-c", CLIENT, f"http://{host}:{port}/"])


asyncio.run_coroutine_threadsafe(price("pear"), loop).result()
Shop().run()  # <-- also
