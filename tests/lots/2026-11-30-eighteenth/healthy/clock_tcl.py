import tkinter


class Clock:
    def __init__(self):
        self.tcl = tkinter.Tcl()
        self.tcl.createcommand("strike", self.strike)
        self.count = 0

    def strike(self):
        self.count += 1
        print("strike", self.count, flush=True)
        self.tcl.eval("after 7000 strike" if self.count < 5000 else "set stopped 1")

    def run(self):
        self.tcl.eval("after 7000 strike; vwait stopped")


if __name__ == "__main__":
    Clock().run()
