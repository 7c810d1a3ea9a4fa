# The server was told to stop, and waits for all threads of the program: one belongs to an executor
# that nobody shuts down.
# https://github.com/cherrypy/cherrypy/issues/1942
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import cherrypy

pool = ThreadPoolExecutor(2)  # <-- here


class Shop:
    @cherrypy.expose
    def index(self):
        return str(pool.submit(len, "abc").result())


with socket.create_server(("127.0.0.1", 0)) as free:
    port = free.getsockname()[1]
cherrypy.config.update({"server.socket_port": port, "engine.autoreload.on": False})
cherrypy.tree.mount(Shop(), "/")
cherrypy.engine.start()
print(pool.submit(len, "ab").result())  # <-- here
threading.Timer(0.5, cherrypy.engine.exit).start()
print("READY", flush=True)
cherrypy.engine.block()  # <-- here
