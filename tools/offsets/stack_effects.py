"""Print one interpreter's entry of src/atfault/cpython/frames/stack_effects.py: run it with that
interpreter.

    for python in python3.8 … python3.15; do $python tools/offsets/stack_effects.py; done

Instructions are grouped by what they do to the height of the value stack, specialized and
instrumented forms with the instruction that they stand for.
"""

import dis
import opcode
import sys

from opcodes import MINOR, specialized

OPAQUE = ("INSTRUMENTED_LINE", "INSTRUMENTED_INSTRUCTION", "ENTER_EXECUTOR", "CACHE", "RESERVED")
BY_BITS = {
    "LOAD_ATTR": "+bit0",
    "LOAD_GLOBAL": "+bit0",
    "LOAD_SUPER_ATTR": "+bit0",
    "CALL_FUNCTION_EX": "-bit0",
    "BUILD_INTERPOLATION": "-bit0",
    "MAKE_FUNCTION": "-bits",
    "BUILD_SLICE": "slice",
    "FORMAT_VALUE": "format",
    "UNPACK_EX": "unpack",
}
ENDS = """
RETURN_VALUE RETURN_CONST RAISE_VARARGS RERAISE JUMP_FORWARD JUMP_ABSOLUTE JUMP_BACKWARD
JUMP_BACKWARD_NO_INTERRUPT INTERPRETER_EXIT
""".split()
SAMPLES = 24


def base_name(name):
    short = name[len("INSTRUMENTED_") :]
    return short if name.startswith("INSTRUMENTED_") and short in opcode.opmap else name


def effects(name, jump):
    number = opcode.opmap[name]
    has_argument = number >= opcode.HAVE_ARGUMENT or number in getattr(dis, "hasarg", ())
    if not has_argument:
        return [dis.stack_effect(number, jump=jump)] * SAMPLES
    return [dis.stack_effect(number, argument, jump=jump) for argument in range(SAMPLES)]


def row(name):
    """(height after - before, what each count of the argument adds) without and with a jump."""
    if MINOR == 11 and name in ("PRECALL", "CALL"):
        # The compiler counts the arguments as gone with PRECALL; they are there until CALL.
        return (0, 0, 0, 0) if name == "PRECALL" else (-1, -1, -1, -1)
    found = []
    for jump in (False, True):
        values = effects(name, jump)
        steps = {values[i + 1] - values[i] for i in range(SAMPLES - 1)}
        if name in BY_BITS and (len(steps) > 1 or name == "UNPACK_EX"):
            return (BY_BITS[name], values[0])
        if len(steps) != 1:
            raise SystemExit(f"3.{MINOR}: {name} is not linear: {values}")
        found += [values[0], steps.pop()]
    return tuple(found)


def main():
    forms = {}
    for name, number in opcode.opmap.items():
        if number < 256 and name not in OPAQUE:
            forms.setdefault(base_name(name), []).append(number)
    for number, base in specialized().values():
        forms[base].append(number)
    groups = {}
    jumps = {"forward": [], "backward": [], "absolute": []}
    ends = []
    for name, numbers in forms.items():
        try:
            groups.setdefault(row(name), []).extend(numbers)
        except ValueError:
            print(f"3.{MINOR}: {name} left out", file=sys.stderr)
            continue
        number = opcode.opmap[name]
        if number in opcode.hasjabs:
            jumps["absolute"] += numbers
        elif number in opcode.hasjrel:
            jumps["backward" if "BACKWARD" in name else "forward"] += numbers
        if name in ENDS:
            ends += numbers
    print(f"    {MINOR}: (")
    print("        {")
    for key, numbers in sorted(groups.items(), key=str):
        print(f"            {key!r}: {tuple(sorted(set(numbers)))!r},")
    print("        },")
    print("        {")
    for key, numbers in jumps.items():
        print(f'            "{key}": {tuple(sorted(set(numbers)))!r},')
    print(f'            "end": {tuple(sorted(set(ends)))!r},')
    print("        },")
    print("    ),")


main()
