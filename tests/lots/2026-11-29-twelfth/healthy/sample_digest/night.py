"""The mean of many samples: one program writes them, and a slow one reads."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def start(name, *arguments, **streams):
    command = [sys.executable, os.path.join(HERE, name), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, **streams)


def main():
    producer = start("produce.py", "45000", stdin=subprocess.DEVNULL)
    digest = start("digest.py", stdin=producer.stdout)
    producer.stdout.close()
    for line in digest.stdout:
        print("so far:", line.decode().strip(), flush=True)
    return producer.wait() or digest.wait()


if __name__ == "__main__":
    sys.exit(main())
