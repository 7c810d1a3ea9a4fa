"""Pages of the console: the state of the machine, and a slow check of it."""

import threading
import time

import cherrypy


class State:
    def __init__(self):
        self._lock = threading.Lock()
        self.checks = 0
        self.beats = 0

    def check(self):
        """One check at a time; each takes its time."""
        with self._lock:
            time.sleep(5)
            self.checks += 1
            return self.checks

    def beat(self):
        self.beats += 1


class Console:
    def __init__(self, state):
        self.state = state

    @cherrypy.expose
    @cherrypy.tools.json_out()
    def index(self):
        return {"checks": self.state.checks, "beats": self.state.beats}

    @cherrypy.expose
    @cherrypy.tools.json_out()
    def check(self):
        return {"check": self.state.check()}
