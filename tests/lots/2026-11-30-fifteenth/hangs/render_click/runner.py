import pathlib
import subprocess
import sys
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).parent


class EncoderError(Exception):
    pass


@dataclass
class Encoder:
    script: pathlib.Path = HERE / "encode.py"
    options: list = field(default_factory=list)

    def command(self, films):
        return [sys.executable, *self.options, str(self.script), *films]

    def run(self, films):
        process = subprocess.Popen(
            self.command(films), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        with process:
            for line in process.stdout:
                film, state = line.split()
                yield film, state
            complaints = process.stderr.read()
        if process.returncode:
            raise EncoderError(complaints.strip().splitlines()[-1])
