# A server is made without a loop, and closed.
# https://github.com/MagicStack/uvloop/issues/760
from uvloop.loop import Server


def stop(server):
    server.close()  # <-- here


stop(Server(None))
