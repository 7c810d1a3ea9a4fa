import os
import sys
import threading
import time

from reaper import Reaper

CONVERTER = """
import sys
for line in sys.stdin:
    print(line.strip().upper(), flush=True)
"""
PROBE = "import time; time.sleep(1.5)"


class Child:
    def __init__(self, code):
        self.to_child, theirs = None, None
        read_end, self.to_child = os.pipe()
        self.from_child, write_end = os.pipe()
        os.set_inheritable(read_end, True)
        os.set_inheritable(write_end, True)
        self.pid = os.posix_spawn(
            sys.executable,
            [sys.executable, "-c", code],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, read_end, 0),
                (os.POSIX_SPAWN_DUP2, write_end, 1),
            ],
        )
        os.close(read_end)
        os.close(write_end)

    def ask(self, text):
        os.write(self.to_child, text.encode() + b"\n")
        return os.read(self.from_child, 4096).decode().strip()

    def close(self):
        os.close(self.to_child)
        os.close(self.from_child)


def heartbeat(farm):
    while True:
        time.sleep(1)
        farm.beats += 1


class Farm:
    def __init__(self):
        self.beats = 0
        self.reaper = Reaper()
        self.reaper.install()
        self.converter = Child(CONVERTER)
        self.probe = Child(PROBE)
        self.reaper.watch(self.probe.pid, self.probed)

    def probed(self, pid, code):
        print("probe", pid, "ended with", code, flush=True)

    def run(self, count):
        for i in range(count):
            print(self.converter.ask(f"page {i}"), flush=True)
            time.sleep(0.1)
        self.converter.close()


if __name__ == "__main__":
    farm = Farm()
    threading.Thread(target=heartbeat, args=(farm,), daemon=True, name="heartbeat").start()
    farm.run(100)
