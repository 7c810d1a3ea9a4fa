# A master of gunicorn and its two workers, without requests.
from gunicorn.app.base import BaseApplication


def app(environ, start_response):
    start_response("200 OK", [])
    return [b"hello"]


class Site(BaseApplication):
    def load_config(self):
        self.cfg.set("bind", "127.0.0.1:0")
        self.cfg.set("workers", 2)
        self.cfg.set("loglevel", "error")

    def load(self):
        return app


print("READY", flush=True)
Site().run()
