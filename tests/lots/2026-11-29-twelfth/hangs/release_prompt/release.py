"""Publish the releases of all packages, and note down what was said."""

import os
import subprocess
import sys
import threading

PUBLISH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "publish.py")
RELEASES = {"loom": "1.2", "shuttle": "0.9", "spindle": "3.0"}


class Publisher:
    def __init__(self, known):
        self.known = known
        self.said = []

    def publish(self, version):
        command = [sys.executable, PUBLISH, version]
        command += [word for known in self.known for word in ("--known", known)]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        reader = threading.Thread(target=self.listen, args=(process.stdout,), name="listener")
        reader.start()
        code = process.wait()
        reader.join()
        return code == 0

    def listen(self, stream):
        for line in stream:
            self.said.append(line)
            print("  ", line, end="", flush=True)


publisher = Publisher(known=["0.8", "0.9"])
for package, version in RELEASES.items():
    print(package, flush=True)
    publisher.publish(version)
