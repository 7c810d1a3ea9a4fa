# The server is told to close, but its thread waits for the next client before it looks.
# https://github.com/Thriftpy/thriftpy2/issues/127
import io
import threading
import time

import thriftpy2
from thriftpy2.rpc import make_server

pingpong = thriftpy2.load_fp(io.StringIO("service PingPong { string ping() }"), "pingpong_thrift")


class Dispatcher:
    def ping(self):
        return "pong"


server = make_server(pingpong.PingPong, Dispatcher(), "127.0.0.1", 47911)
thread = threading.Thread(target=server.serve, name="server")  # <-- also
thread.start()
time.sleep(0.5)
print("READY", flush=True)
server.close()
thread.join()  # <-- here
