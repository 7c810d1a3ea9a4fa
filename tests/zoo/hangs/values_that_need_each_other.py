# hang: cause=deadlock confidence=likely python=3.8-3.15 names=left,right
# Two threads compute values of a table, each once; what each has begun with needs the other's.
import threading
import time

NEEDS = {"inner": ["outer"], "outer": ["inner"], "rim": []}
known, busy = {}, set()
changed = threading.Condition()


def width_of(name):
    with changed:
        while name in busy:
            changed.wait()  # <-- here
        if name in known:
            return known[name]
        busy.add(name)
    time.sleep(0.2)
    try:
        width = 1 + sum(width_of(other) for other in NEEDS[name])
        with changed:
            known[name] = width
        return width
    finally:
        with changed:
            busy.discard(name)
            changed.notify_all()


def tell():
    while True:
        time.sleep(0.1)
        with changed:
            print(len(known))


threading.Thread(target=tell, daemon=True).start()
for side, name in (("left", "inner"), ("right", "outer")):
    threading.Thread(target=width_of, args=(name,), name=side).start()
print("READY", flush=True)
