# A transition of a locked machine stops a worker, whose next step is a transition as well.
# https://github.com/pytransitions/transitions/issues/388
import threading
import time

from transitions.extensions import LockedMachine


class Pump:
    def on_enter_off(self):
        self.worker.join()  # <-- here

    def watch(self):
        time.sleep(0.5)
        self.report()  # <-- here


pump = Pump()
machine = LockedMachine(pump, states=["on", "off", "empty"], initial="on")
machine.add_transition("switch_off", "on", "off")
machine.add_transition("report", "*", "empty")
pump.worker = threading.Thread(target=pump.watch, name="watcher")
pump.worker.start()
print("READY", flush=True)
pump.switch_off()  # <-- also
