"""Runs small scripts in Tcl that come from instruments, each in an interpreter of its own."""

import queue
import threading
import tkinter
from contextlib import contextmanager


class Script:
    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.interp = None
        self.result = None
        self.values = ""

    def run(self):
        self.interp = tkinter.Tcl()
        self.interp.eval("proc mean {xs} { expr ([join $xs +]) / double([llength $xs]) }")
        self.result = self.interp.eval(self.text)
        self.values = self.interp.getvar("xs")


class Desk:
    def __init__(self):
        self.todo = queue.Queue()
        self.done = queue.Queue()
        self.thread = threading.Thread(target=self._work, name="scripts")

    def _work(self):
        while (script := self.todo.get()) is not None:
            script.run()
            self.done.put(script)
            del script

    @contextmanager
    def open(self):
        self.thread.start()
        try:
            yield self
        finally:
            self.todo.put(None)
            self.thread.join()
