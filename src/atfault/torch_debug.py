"""A page of torch's own debug server that says which rank of the running job is at fault.

    from torch.distributed.debug import start_debug_server
    from torch.distributed.debug._debug_handlers import default_handlers
    from atfault.torch_debug import RanksHandler

    start_debug_server(handlers=[*default_handlers(), RanksHandler()])

All ranks call that. When the page is asked for, rank 0's server asks those of all ranks, as torch
does for its own pages; each has its rank looked at from outside, as `ranks collect` does, and the
answers are merged as by `ranks`. A rank whose GIL is not free does not answer, and is named.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from typing import Any, NamedTuple

from atfault import lazy
from atfault.analyze.ranks import analyze_ranks
from atfault.errors import AtfaultError, NoProcessState
from atfault.inside import rank_of_this_process
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.html import render_html
from atfault.report.text import render

NAME = "atfault"
FRONTEND = "torch.distributed.debug._frontend"
WORKER = "torch._C._distributed_c10d"
ANSWERED, FAILED = 200, 500
MAX_SAID = 300


class Route(NamedTuple):
    """As torch's own class."""

    path: str
    handler: Any


class Link(NamedTuple):
    """As torch's NavLink."""

    path: str
    label: str


class RanksHandler:
    """What torch calls a DebugHandler (torch 2.12 and later): its base class asks for nothing that
    is not here."""

    fetch_timeout = 60.0
    """Seconds for the answer of a rank; torch sets it."""

    def __init__(self) -> None:
        """In each rank: its server will answer."""
        register()

    def routes(self) -> list[Route]:
        return [Route(f"/{NAME}", lambda _: self.page())]

    def nav_links(self) -> list[Link]:
        return [Link(f"/{NAME}", "atfault: which rank is at fault")]

    def templates(self) -> dict[str, str]:
        return {}

    def page(self) -> bytes:
        """HTML. Raises what `report` does, which torch shows."""
        return render_html(self.report()).encode("utf-8", "backslashreplace")

    def dump(self) -> str:
        """What torch writes to its folder of dumps, where `enabled_dumps` names it."""
        return render(self.report(), more="")

    def dump_filename(self) -> str:
        return NAME

    def report(self) -> Report:
        """On the ranks that answer. Raises NoProcessState where none does."""
        _, answers = lazy.load(FRONTEND).fetch_all(NAME, timeout=self.fetch_timeout)
        silent = [
            f"rank {rank} has not answered: {one.text[:MAX_SAID]}"
            for rank, one in enumerate(answers)
            if one.status_code != ANSWERED
        ]
        if len(silent) == len(answers):
            raise NoProcessState("; ".join(silent[:3]))
        with tempfile.TemporaryDirectory(prefix="atfault-") as folder:
            for rank, one in enumerate(answers):
                if one.status_code == ANSWERED:
                    with open(os.path.join(folder, str(rank)), "w", encoding="utf-8") as file:
                        file.write(one.text)
            report = analyze_ranks([folder], Options())
        return report._replace(warnings=(*report.warnings, *silent))


@cache
def register() -> None:
    """Have the server of this rank answer. Raises ImportError where torch has none."""
    lazy.load(WORKER)._register_handler(NAME, _answer)


def _answer(_: Any, response: Any) -> None:
    try:
        told, status = rank_of_this_process(), ANSWERED
    except AtfaultError as error:
        told, status = str(error).encode("utf-8", "backslashreplace"), FAILED
    response.set_content(told, "text/plain")
    response.set_status(status)
