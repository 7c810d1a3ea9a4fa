import pathlib
import re
import subprocess
import sys
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).parent


def get(base, path):
    with urllib.request.urlopen(f"{base}/{path}") as answer:
        return answer.read().decode()


class Service:
    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", str(HERE / "gunicorn.conf.py"),
             "--chdir", str(HERE), "gallery:app"],
            stderr=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stderr:
            if found := re.search(r"Listening at: (http://\S+)", line):
                self.base = found[1]
                break
        threading.Thread(target=self._drain, name="log", daemon=True).start()

    def _drain(self):
        for line in self.process.stderr:
            sys.stderr.write(line)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def main():
    service = Service()
    time.sleep(1)
    for name in ("health", "logo", "cover", "garden"):
        print(get(service.base, name), flush=True)
    service.stop()


if __name__ == "__main__":
    main()
