"""A site of web.py behind its own threaded server, at rest but for a timer that nobody sees."""

import threading

import web

URLS = ("/visits", "Visits")
visits = {"number": 0}
guard = threading.Lock()


class Visits:
    def GET(self):
        with guard:
            visits["number"] += 1
        return str(visits["number"])


def tidy():
    with guard:
        visits["number"] = min(visits["number"], 10_000)
    timer = threading.Timer(30, tidy)
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    tidy()
    application = web.application(URLS, globals())
    web.httpserver.runsimple(application.wsgifunc(), ("127.0.0.1", 0))
