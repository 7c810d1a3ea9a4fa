"""Ships use one basin in turns, by a lock of tooz in a file; each stays for long."""

import subprocess
import sys
import tempfile
import time

from tooz import coordination


def ship(folder, name, hours):
    coordinator = coordination.get_coordinator(f"file://{folder}", name.encode())
    coordinator.start()
    for _ in range(3):
        with coordinator.get_lock(b"basin"):
            print(name, "is in", flush=True)
            time.sleep(float(hours))
        time.sleep(0.5)
    coordinator.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        ships = [
            subprocess.Popen([sys.executable, __file__, folder, name, hours])
            for name, hours in (("Emma", "14"), ("Olga", "11"))
        ]
        for one in ships:
            one.wait()


if __name__ == "__main__":
    ship(*sys.argv[1:]) if len(sys.argv) > 1 else main()
