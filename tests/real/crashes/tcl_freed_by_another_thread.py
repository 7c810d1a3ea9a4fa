# A Tcl interpreter is freed by a thread that has not made it.
# https://github.com/python/cpython/pull/152323
import threading
import tkinter


class Plot:
    def __init__(self):
        self.tcl = tkinter.Tcl()
        self.tcl.eval("set title prices")


plots = [Plot()]


def redraw():
    plots.clear()  # <-- here


thread = threading.Thread(target=redraw, name="redraw")
thread.start()
thread.join()
