"""The site under gunicorn, with three clients that want an export each."""

import os
import subprocess
import sys

from gunicorn.app.base import BaseApplication

HERE = os.path.dirname(os.path.abspath(__file__))


class Server(BaseApplication):
    def load_config(self):
        self.cfg.set("bind", "127.0.0.1:0")
        self.cfg.set("worker_class", "gthread")
        self.cfg.set("threads", 4)
        self.cfg.set("loglevel", "warning")
        self.cfg.set("when_ready", when_ready)

    def load(self):
        from app import app

        return app


def when_ready(server):
    host, port = server.LISTENERS[0].sock.getsockname()
    subprocess.Popen([sys.executable, os.path.join(HERE, "client.py"), f"http://{host}:{port}"])


if __name__ == "__main__":
    Server().run()
