"""The command `atfault bt`: Python, native and compiled frames in one stack.

gdb holds the program, so nobody else may trace it. gdb has the registers of its threads, and may
open its memory for reading; both are handed to `atfault`, which runs beside gdb:

    gdb ── registers of each thread (JSON, standard input) ──► atfault ──► text ──► gdb
      └─── /proc/PID/mem, open for reading (file descriptor) ──┘
"""

import json
import os
import subprocess

import gdb

from atfault_gdb.registers import REGISTERS

SECONDS = 120


class Atfault(gdb.Command):
    """What atfault adds to gdb: `atfault bt`."""

    def __init__(self):
        super().__init__("atfault", gdb.COMMAND_STACK, prefix=True)


class Backtrace(gdb.Command):
    """Python, native and compiled frames of this thread in one stack, with the values of variables.

    atfault bt        the selected thread
    atfault bt all    all threads
    atfault bt -v     with the frames of the interpreter and all variables
    """

    def __init__(self, helper):
        """helper: the command that makes text of registers and memory."""
        super().__init__("atfault bt", gdb.COMMAND_STACK)
        self._helper = helper

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        unknown = [word for word in words if word not in ("all", "-v")]
        if unknown:
            raise gdb.GdbError("atfault bt: what is %s? (all, -v)" % unknown[0])
        inferior = gdb.selected_inferior()
        if gdb.selected_thread() is None or not os.path.exists("/proc/%d" % inferior.pid):
            raise gdb.GdbError(
                "atfault bt: no process of this machine is being debugged; of a core file tells "
                "atfault core FILE"
            )
        gdb.write(self._ask(inferior.pid, "all" in words, "-v" in words))

    def _ask(self, pid, everything, verbose):
        memory = os.open("/proc/%d/mem" % pid, os.O_RDONLY)
        try:
            question = {
                "pid": pid,
                "memory": memory,
                "selected": gdb.selected_thread().ptid[1],
                "threads": registers_of_threads(),
                "all": everything,
                "verbose": verbose,
                "width": _width(),
            }
            with subprocess.Popen(
                self._helper,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(memory,),
            ) as child:
                try:
                    out, errors = child.communicate(json.dumps(question).encode(), SECONDS)
                except subprocess.TimeoutExpired:
                    child.kill()
                    raise gdb.GdbError("atfault bt: not done after %d s" % SECONDS) from None
        finally:
            os.close(memory)
        if child.returncode:
            last = errors.decode("utf-8", "replace").strip().split("\n")[-1]
            raise gdb.GdbError("atfault bt: %s" % (last or "it failed without a word"))
        return out.decode("utf-8", "replace")


def registers_of_threads():
    """[[tid, [word of each of REGISTERS]]]; the selected thread and frame stay selected."""
    thread, frame = gdb.selected_thread(), gdb.selected_frame()
    found = []
    try:
        for one in gdb.selected_inferior().threads():
            if one.is_stopped():
                one.switch()
                innermost = gdb.newest_frame()
                found.append([one.ptid[1], [_word(innermost, name) for name in REGISTERS]])
    finally:
        thread.switch()
        frame.select()
    return found


def _word(frame, name):
    try:
        return int(frame.read_register(name)) & 0xFFFFFFFFFFFFFFFF
    except (gdb.error, ValueError):
        return 0xFFFFFFFFFFFFFFFF if name == "orig_rax" else 0  # -1: in no system call


def _width():
    width = gdb.parameter("width")
    return width if width and 40 <= width <= 240 else 100


def install(helper):
    Atfault()
    Backtrace(helper)
