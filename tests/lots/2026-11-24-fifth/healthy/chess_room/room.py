"""A room for chess: the server of socketio, in a thread."""

import threading

import socketio
from werkzeug.serving import make_server

server = socketio.Server(async_mode="threading")
MOVES = ["e2e4", "g1f3", "f1c4", "e1g1", "d2d4", "c2c3", "b2b4", "a2a4"]


@server.event
def ask_clock(sid):
    return {"white": 290, "black": 300}


@server.event
def ready(sid):
    for move in MOVES:
        server.emit("moved", {"move": move}, to=sid)
        server.sleep(8)


def started():
    web = make_server("127.0.0.1", 0, socketio.WSGIApp(server), threaded=True)
    threading.Thread(target=web.serve_forever, name="room", daemon=True).start()
    return web.server_port
