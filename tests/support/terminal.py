"""An interactive bash on a terminal of its own: job control as users have it."""

from __future__ import annotations

import os
import pty
import select
import signal
import time

from support import needs

PROMPT = "PROMPT> "
TIMEOUT = 20.0


class Terminal:
    """A context manager; what is typed is echoed, as on any terminal."""

    def __init__(self, env: dict[str, str]) -> None:
        bash = needs.found("bash")
        self._seen = ""
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execve(
                bash,
                ["bash", "--norc", "--noprofile", "-i"],
                {**env, "PS1": PROMPT, "TERM": "dumb", "PROMPT_COMMAND": "", "HISTFILE": ""},
            )

    def __enter__(self) -> Terminal:
        self.wait_for(PROMPT)
        return self

    def __exit__(self, *exc_info: object) -> None:
        os.kill(self._pid, signal.SIGHUP)
        os.close(self._fd)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def wait_for(self, text: str) -> str:
        """All that was printed up to and with `text`, since the last call."""
        deadline = time.monotonic() + TIMEOUT
        while text not in self._seen:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self._fd], [], [], max(left, 0))
            if not ready:
                raise AssertionError(f"no {text!r} on the terminal, but {self._seen!r}")
            self._seen += os.read(self._fd, 65536).decode(errors="replace").replace("\r", "")
        end = self._seen.index(text) + len(text)
        seen, self._seen = self._seen[:end], self._seen[end:]
        return seen

    def command(self, line: str) -> str:
        """Type a line, return its output up to the next prompt."""
        self.type(line + "\n")
        self.wait_for("\n")
        return self.wait_for(PROMPT).removesuffix(PROMPT)
