import http.client
import threading
import time

import cherrypy
from cherrypy.process.plugins import Monitor

from pages import Console, State


def admin(number, pause):
    """Looks at the checks once in a while."""
    connection = http.client.HTTPConnection(*cherrypy.server.bound_addr)
    while True:
        connection.request("GET", "/check" if number else "/")
        print(number, connection.getresponse().read().decode(), flush=True)
        time.sleep(pause)


def main():
    cherrypy.config.update(
        {
            "server.socket_host": "127.0.0.1",
            "server.socket_port": 0,
            "server.thread_pool": 5,
            "engine.autoreload.on": False,
            "log.screen": False,
        }
    )
    state = State()
    cherrypy.tree.mount(Console(state), "/")
    Monitor(cherrypy.engine, state.beat, frequency=10, name="beat").subscribe()
    cherrypy.engine.signals.subscribe()
    cherrypy.engine.start()
    for number in range(3):
        name = f"admin-{number}"
        threading.Thread(target=admin, args=(number, 3), name=name, daemon=True).start()
    cherrypy.engine.block()


if __name__ == "__main__":
    main()
