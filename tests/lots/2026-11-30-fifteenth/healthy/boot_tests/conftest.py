import json
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

HERE = pathlib.Path(__file__).parent


class Device:
    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "device.py")], stdout=subprocess.PIPE, text=True
        )
        self.address = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def get(self, path, tries=40, pause=0.5):
        for turn in range(tries):
            try:
                with urllib.request.urlopen(self.address + path, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise
                time.sleep(min(8.0, pause * 2**turn))
        raise TimeoutError(path)

    def stop(self):
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="session")
def device():
    device = Device()
    device.get("/ready")
    yield device
    device.stop()
