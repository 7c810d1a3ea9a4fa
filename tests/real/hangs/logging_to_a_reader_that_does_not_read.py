# Log lines go to a helper that stopped to read: one thread is in the write, the others at the lock.
# https://github.com/volcengine/OpenViking/pull/2753
import io
import logging
import subprocess
import sys
import threading

collector = subprocess.Popen(
    [sys.executable, "-c", "import sys, time; sys.stdin.readline(); time.sleep(100000)"],
    stdin=subprocess.PIPE,
)
stream = io.TextIOWrapper(collector.stdin, write_through=True)
logging.basicConfig(stream=stream, level=logging.INFO)
logger = logging.getLogger("commit")


def commit(name):
    for number in range(1000):
        logger.info("%s: memory %d: %s", name, number, "x" * 500)  # <-- here


threads = [threading.Thread(target=commit, args=(f"session {n}",), name=f"commit-{n}") for n in (1, 2)]
print("READY", flush=True)
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()  # <-- also
