import argparse
import contextlib
import logging
import os
import tempfile

from clog import LogFile

log = logging.getLogger("nightly")


class Step:
    def __init__(self, name, function):
        self.name = name
        self.function = function

    def run(self, target):
        target.write(f"{self.name} begins")
        result = self.function()
        target.write(f"{self.name} ends: {result}")
        return result


class Night:
    def __init__(self, folder):
        self.path = os.path.join(folder, "night.log")
        self.steps = []
        self.results = {}

    def step(self, name):
        def decorator(function):
            self.steps.append(Step(name, function))
            return function

        return decorator

    def run(self, until=None):
        with LogFile(self.path) as target:
            for step in self.steps:
                self.results[step.name] = step.run(target)
                if step.name == until:
                    target.close()
                    log.info("stopped after %s", until)
                    break


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--until")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
        night = Night(folder)

        @night.step("backup")
        def backup():
            return sum(len(name) for name in os.listdir("/"))

        @night.step("index")
        def index():
            return len(os.listdir("/usr"))

        night.run(options.until)
        print(night.results)


if __name__ == "__main__":
    main()
