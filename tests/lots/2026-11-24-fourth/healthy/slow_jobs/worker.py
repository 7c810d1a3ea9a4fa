"""A worker of RQ, with its own little Redis."""

import ctypes
import os
import signal
import threading

import redis
import rq
from fakeredis import TcpFakeServer
from producer import Producer


class Connection(redis.Redis):
    def client_info(self, *_, **__):
        return {"addr": "127.0.0.1"}  # the little Redis cannot tell


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def main():
    os.register_at_fork(after_in_child=end_with_parent)
    server = TcpFakeServer(("127.0.0.1", 0), server_type="redis")
    threading.Thread(target=server.serve_forever, name="redis", daemon=True).start()
    connection = Connection(port=server.server_address[1])
    queue = rq.Queue("archive", connection=connection, default_timeout=600)
    Producer(queue).start()
    rq.Worker([queue], connection=connection).work()


if __name__ == "__main__":
    main()
