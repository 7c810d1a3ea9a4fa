"""Print one interpreter's entry of src/atfault/cpython/frames/opcodes.py.

Run it with that interpreter:

    for python in python3.8 … python3.14; do $python tools/offsets/opcodes.py; done

Numbers of the instructions that atfault looks at; specialized and instrumented forms are listed
under the instruction they stand for.
"""

import opcode
import re
import sys
import sysconfig

MINOR = sys.version_info[1]
WANTED = """
LOAD_FAST LOAD_FAST_CHECK LOAD_FAST_BORROW LOAD_FAST_LOAD_FAST LOAD_FAST_BORROW_LOAD_FAST_BORROW
STORE_FAST_LOAD_FAST LOAD_GLOBAL LOAD_NAME LOAD_DEREF LOAD_ATTR LOAD_METHOD CALL CALL_METHOD
CALL_FUNCTION CALL_FUNCTION_KW CALL_KW CALL_FUNCTION_EX PRECALL KW_NAMES PUSH_NULL
PUSH_EXC_INFO WITH_EXCEPT_START WITH_CLEANUP_START SETUP_WITH SETUP_ASYNC_WITH EXTENDED_ARG
RESUME YIELD_FROM INSTRUMENTED_LINE INSTRUMENTED_INSTRUCTION
""".split()


def specialized():
    """Name of each specialized form -> (its number, the instruction it stands for)."""
    if MINOR < 11:
        return {}
    if MINOR >= 13:
        import _opcode_metadata

        forms, numbers = _opcode_metadata._specializations, _opcode_metadata._specialized_opmap
    else:
        forms = opcode._specializations
        with open(sysconfig.get_path("include") + "/opcode.h") as file:
            found = re.findall(r"#define (\w+)\s+(\d+)", file.read())
        numbers = {name: int(number) for name, number in found}
        opcode.opmap.update((n, v) for n, v in numbers.items() if n.startswith("INSTRUMENTED_"))
    return {
        form: (numbers[form], base) for base, of in forms.items() for form in of if form in numbers
    }


def main():
    # The two-in-one forms of 3.11 and 3.12 begin like the first of the two, the second still
    # follows behind it.
    numbers = {name: [opcode.opmap[name]] for name in WANTED if opcode.opmap.get(name, 256) < 256}
    for number, base in specialized().values():
        if base in numbers:
            numbers[base].append(number)
    for name, number in opcode.opmap.items():
        base = name[len("INSTRUMENTED_") :]
        if name.startswith("INSTRUMENTED_") and base in numbers:
            numbers[base].append(number)
    caches = getattr(opcode, "_inline_cache_entries", {})
    if isinstance(caches, list):
        caches = {opcode.opname[i]: count for i, count in enumerate(caches) if count}
    units = {}
    for name, count in sorted(caches.items()):
        units.setdefault(count, []).append(opcode.opmap[name])
        for number, base in specialized().values():
            if base == name:
                units[count].append(number)
        if "INSTRUMENTED_" + name in opcode.opmap:
            units[count].append(opcode.opmap["INSTRUMENTED_" + name])
    print(f"    {MINOR}: (")
    print("        {")
    for name, found in numbers.items():
        print(f'            "{name}": {tuple(sorted(set(found)))!r},')
    print("        },")
    print("        {")
    for count, found in sorted(units.items()):
        if count:
            print(f"            {count}: {tuple(sorted(set(found)))!r},")
    print("        },")
    print("    ),")


if __name__ == "__main__":
    main()
