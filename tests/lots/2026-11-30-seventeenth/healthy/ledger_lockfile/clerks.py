import os
import shelve
import signal
import sys
import tempfile
import time

from lockfile import held

CLERKS = {"Abel": 10, "Beate": 15, "Cora": 12}


def clerk(folder, name, seconds, days):
    for day in range(days):
        with held(os.path.join(folder, "lock")), shelve.open(os.path.join(folder, "ledger")) as ledger:
            time.sleep(seconds)
            ledger[name] = ledger.get(name, 0) + day
            print(day, name, dict(ledger), flush=True)
        time.sleep(1)


def main():
    children = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, seconds in CLERKS.items():
            pid = os.fork()
            if pid == 0:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                clerk(folder, name, seconds, 4)
                os._exit(0)
            children[pid] = name
        signal.signal(signal.SIGTERM, lambda *_: [os.kill(pid, signal.SIGTERM) for pid in children])
        failed = 0
        while children:
            pid, status = os.wait()
            print(children.pop(pid), "goes home", flush=True)
            failed += status != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
