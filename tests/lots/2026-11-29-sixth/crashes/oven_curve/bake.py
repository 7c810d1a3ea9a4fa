"""The temperatures of an oven, minute by minute; the extension is compiled as it starts."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def compiled(name):
    target = os.path.join(tempfile.mkdtemp(), name + sysconfig.get_config_var("EXT_SUFFIX"))
    source = os.path.join(HERE, f"{name}module.c")
    include = sysconfig.get_path("include")
    options = ["-shared", "-fPIC", "-g", "-O1", "-w", "-fstack-protector-strong"]
    subprocess.run(["gcc", *options, "-I", include, source, "-o", target], check=True)
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Program:
    def __init__(self, curve, *steps):
        self.curve = curve
        self.steps = steps

    def minutes(self):
        for (start, low), (end, high) in zip(self.steps, self.steps[1:]):
            for minute in range(start, end):
                yield self.curve.blend(low, high, (minute - start) / (end - start))


def main():
    program = Program(compiled("curve"), (0, 20.0), (15, 230.0), (40, 190.0), (60, 80.0))
    for minute, degrees in enumerate(program.minutes()):
        print(minute, round(degrees), flush=True)


if __name__ == "__main__":
    main()
