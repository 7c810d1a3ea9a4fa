"""What is seen of a loop that turns, of each function in turning_program.py; the answers are kept
in tests/golden/decode/loops.txt. The code that runs is not quite that of the file: where the file
says `time.sleep(1)`, it looks at itself."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.loop_watch import LoopWatch
from atfault.snapshot.target_files import TargetFiles
from support.own_frames import own_frames, with_threads
from support.this_process import here, runtime_here

PROGRAM = os.path.join(os.path.dirname(__file__), "turning_program.py")
LOOKS = 3
MEANWHILE: dict[str, Callable[[dict[str, Any], int], None]] = {
    "a_global_that_another_changes": lambda names, number: names.update(LIMIT=number),
}
"""What others do between two looks."""


class Enough(BaseException):
    pass


class Looks:
    """At one function, in each of its turns."""

    def __init__(self, sources: Sources, name: str) -> None:
        self.runtime = with_threads(runtime_here(), os.getpid())
        self.watch, self.name, self.count = LoopWatch(sources), name, 0
        self.decoder = here()
        self.lines: set[int] = set()
        self.names: dict[str, Any] = {}

    def look(self) -> None:
        frame = own_frames(self.runtime, self.name)[0]
        assert frame.location.line is not None
        self.lines.add(frame.location.line)
        self.watch.look(self.runtime, frame, self.lines, self.decoder)
        self.count += 1
        if self.count == LOOKS:
            raise Enough
        MEANWHILE.get(self.name, lambda *_: None)(self.names, self.count)


ABSENT_LATER = "WORKER._is_stopped"
"""What Lib/threading.py has up to 3.12 only."""


def told(watch: LoopWatch) -> Iterator[str]:
    """All that it says, but what is as ever."""
    condition = watch.told()
    if condition is None:
        yield "nothing"
    else:
        yield condition.text or "over an iterator"
        yield f"{condition.end - condition.head + 1} lines"
        yield from sorted(one for one in condition.inputs if not one.startswith(ABSENT_LATER))
        yield " ".join(
            name
            for name, value in condition._asdict().items()
            if value is True and name not in ("head", "end")
        )
        yield f"ended {condition.ended}" if condition.ended else ""
    asked = watch.asked()
    if asked is not None:
        resource = asked.resource
        key = re.sub("0x[0-9a-f]+@.*", "AT", resource.key)
        yield f"asks {resource.kind} {resource.name} {key} {resource.shared} {asked.target_pid}"
    yield "goes on" if watch.goes_on() else ""
    inputs = {one.name or ("CONTENTS" if one.container else "ANYTHING") for one in watch.inputs()}
    inputs.discard(ABSENT_LATER.rpartition(".")[2])
    yield f"kept by {' '.join(sorted(inputs))}" if inputs else ""
    yield "in memory" if watch.memory() else ""
    yield "" if watch.has_loop else "no loop"


def program(code: Any) -> dict[str, Any]:
    """The names of the program that looks, which one function may change."""
    names: dict[str, Any] = {"__name__": "turning_program"}
    exec(code, names)
    return names


def functions(names: dict[str, Any]) -> dict[str, Callable[[], None]]:
    owner = names["Owner"]()
    methods = {
        f"Owner.{name}": getattr(owner, name) for name in vars(names["Owner"]) if name[0] != "_"
    }
    return {
        name: one for name, one in names.items() if inspect.isfunction(one) and name != "answer"
    } | methods


def seen(sources: Sources, names: dict[str, Any], name: str) -> LoopWatch:
    looks = Looks(sources, name.rpartition(".")[2])
    function = functions(names)[name]
    looks.names, names["look"] = names, looks.look
    try:
        function()
    except (Enough, AttributeError):
        pass
    assert looks.count, name
    return looks.watch


def test_what_is_seen_of_each_loop(golden):
    sources = Sources(os.getpid(), TargetFiles())
    with open(PROGRAM) as file:
        code = compile(file.read().replace("time.sleep(1)", "look()"), PROGRAM, "exec")
    lines = [
        "\n    ".join(filter(None, [f"{name}:", *told(seen(sources, program(code), name))]))
        for name in functions(program(code))
    ]
    golden(os.path.join("decode", "loops.txt"), "\n".join(lines) + "\n")
