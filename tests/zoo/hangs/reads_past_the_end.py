# hang: cause=busy-loop confidence=likely|possible watch=yes python=3.8-3.15 computes=yes
import tempfile

log = tempfile.NamedTemporaryFile("w+")
log.write("one\n")
log.flush()


def follow(path):
    with open(path) as f:
        while True:  # <-- here~
            line = f.readline()
            if not line:
                continue
            print(line)


print("READY", flush=True)
follow(log.name)
