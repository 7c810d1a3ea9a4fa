"""Orders by HTTP: each is put into a queue, and the answer is awaited there."""

import threading
import time
import urllib.parse
from wsgiref.simple_server import WSGIRequestHandler, make_server

import web
from litequeue import LiteQueue


class Settings:
    path = None


class Order:
    def GET(self, drink):
        orders = LiteQueue(Settings.path, queue_name="orders")
        answers = LiteQueue(Settings.path, queue_name="answers")
        orders.put(urllib.parse.unquote(drink))
        while (answer := answers.pop()) is None:
            time.sleep(0.1)
        answers.done(answer.message_id)
        return answer.data


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


def serve(path):
    Settings.path = path
    application = web.application(("/(.+)", "Order"), globals())
    server = make_server("127.0.0.1", 0, application.wsgifunc(), handler_class=Quiet)
    threading.Thread(target=server.serve_forever, name="site", daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
