import sys
import threading
import time

from desk import Desk, Script

SCRIPTS = {
    "scale": "set xs {12.5 12.7 12.6}; mean $xs",
    "lamp": "set xs {3 4 5 6}; mean $xs",
    "pump": "set xs {}; for {set i 1} {$i <= 20} {incr i} {lappend xs $i}; mean $xs",
}


class Report:
    def __init__(self):
        self.rows = []

    def add(self, script):
        self.rows.append((script.name, float(script.result), len(str(script.values))))

    def show(self, out):
        for name, mean, size in self.rows:
            out.write(f"{name:8} {mean:8.2f} {size:4}\n")


def heartbeat(stop):
    while not stop.wait(0.2):
        pass


def collect(desk, report, number):
    for _ in range(number):
        script = desk.done.get()
        report.add(script)


def main():
    stop = threading.Event()
    threading.Thread(target=heartbeat, args=(stop,), daemon=True).start()
    report = Report()
    with Desk().open() as desk:
        for name, text in SCRIPTS.items():
            desk.todo.put(Script(name, text))
            time.sleep(0.05)
        collect(desk, report, len(SCRIPTS))
    stop.set()
    report.show(sys.stdout)


if __name__ == "__main__":
    main()
