"""Programs in a row, each reading what the one before writes."""

from __future__ import annotations

import logging
import subprocess

log = logging.getLogger(__name__)


class PipelineError(Exception):
    pass


class Pipeline:
    """Pipeline() | [command] | [command]; output() runs it."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []

    def __or__(self, command: list[str]) -> Pipeline:
        self.commands.append(command)
        return self

    def output(self) -> str:
        processes: list[subprocess.Popen[bytes]] = []
        source = subprocess.DEVNULL
        for command in self.commands:
            process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE)
            log.debug("started %d: %s", process.pid, command[0])
            processes.append(process)
            source = process.stdout
        text, _ = processes[-1].communicate()
        self._check(processes)
        return text.decode()

    def _check(self, processes: list[subprocess.Popen[bytes]]) -> None:
        """All of them ended well, or of SIGPIPE, as the next one had seen enough."""
        for command, process in zip(self.commands, processes):
            code = process.wait()
            log.debug("%s ended with %d", command[0], code)
            if code not in (0, -13):
                raise PipelineError(f"{command[0]} ended with {code}")
