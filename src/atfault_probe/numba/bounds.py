"""Bounds checks that say what was out of bounds (`atfault numba --check-bounds`).

Numba's own check (NUMBA_BOUNDSCHECK=1) raises an IndexError that names neither array, index, axis,
size nor line, and in a parallel loop not even that: the error is dropped. Here each place where an
index is checked is noted when it is compiled, and the compiled code writes a line with the index
and the size when a check fails, before Numba's own error is raised as ever.

    site ID {function, place, array, ndim, axis}        when it is compiled
    hit ID INDEX SIZE                                   when it fails

Both go to one file a process, which is open as FD in all processes: code that one has compiled,
another may load from the cache.
"""

import os
import sys

from atfault_probe.numba.places import Code, line_of, own_name
from atfault_probe.numba.types import get
from atfault_probe.plain.json import dumps

FD = 241
SUFFIX = ".bounds"
MAX_SITES = 20_000


class _Checks:
    def __init__(self, folder):
        self.folder = folder
        self.stack = []
        self.known = set()


def prepare(folder):
    """Open the file. Raises OSError where it cannot be, or where the number is taken."""
    try:
        os.fstat(FD)
    except OSError:
        pass
    else:
        raise OSError("file descriptor %d is in use" % FD)
    path = os.path.join(folder, "%d%s" % (os.getpid(), SUFFIX))
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    fd = os.open(path, flags, 0o600)
    if fd != FD:
        os.dup2(fd, FD, inheritable=False)
        os.close(fd)
    return _Checks(folder)


def install(checks):
    """Put our check before Numba's. Called once its compiler is loaded; raises what may come."""
    cgutils = sys.modules["numba.core.cgutils"]
    original = cgutils.do_boundscheck

    def do_boundscheck(context, builder, ind, dimlen, axis=None):
        try:
            _note(checks, cgutils, builder, ind, dimlen, axis)
        except Exception:
            pass  # it is compiled with Numba's own check alone
        return original(context, builder, ind, dimlen, axis)

    cgutils.do_boundscheck = do_boundscheck
    _follow(checks, sys.modules["numba.core.lowering"].Lower)
    parallel = sys.modules.get("numba.parfors.parfor_lowering")
    if parallel is not None:
        _follow(checks, parallel.ParforLower)


def _follow(checks, lower):
    """Know the statement that is being compiled."""
    original = lower.__dict__.get("lower_inst")
    if original is None:
        return

    def lower_inst(self, inst):
        checks.stack.append((self, inst))
        try:
            return original(self, inst)
        finally:
            checks.stack.pop()

    lower.lower_inst = lower_inst


def _note(checks, cgutils, builder, ind, dimlen, axis):
    site = _site(checks, axis)
    if site is None:
        return
    number = _number(site)
    if number not in checks.known:
        if len(checks.known) >= MAX_SITES:
            return
        checks.known.add(number)
        os.write(FD, ("site %d %s\n" % (number, dumps(site))).encode("ascii"))
    outside = builder.or_(
        builder.icmp_signed(">=", ind, dimlen), builder.icmp_signed("<", ind, ind.type(0))
    )
    with cgutils.if_unlikely(builder, outside):
        _write_hit(cgutils, builder, number, ind, dimlen)


def _write_hit(cgutils, builder, number, ind, dimlen):
    """dprintf(FD, "hit ID %ld %ld\\n", ind, dimlen): one write, from any thread."""
    ir = sys.modules["llvmlite.ir"]
    module = builder.module
    text = ("hit %d %%ld %%ld\n\0" % number).encode("ascii")
    constant = cgutils.global_constant(module, "atfault_hit", cgutils.make_bytearray(text))
    kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), cgutils.voidptr_t], var_arg=True)
    try:
        function = module.get_global("dprintf")
    except KeyError:
        function = ir.Function(module, kind, name="dprintf")
    wide = ir.IntType(64)
    values = [one if one.type == wide else builder.sext(one, wide) for one in (ind, dimlen)]
    pointer = builder.bitcast(constant, cgutils.voidptr_t)
    builder.call(function, [ir.Constant(ir.IntType(32), FD), pointer, *values])


def _site(checks, axis):
    """What is being indexed, and where; None where nobody knows."""
    if not checks.stack:
        return None
    lower, inst = checks.stack[-1]
    code = Code(get(get(lower, "func_ir"), "func_id"), get(lower, "func_ir"))
    function = code.told()
    place = code.of_statement(inst)
    if type(inst).__name__ in ("SetItem", "StaticSetItem"):
        place = code.of_instruction(("STORE_SUBSCR",), line_of(inst) or 0) or place
    if not function["file"] or function["file"] == "<string>":  # the kernel of a parallel loop
        outer = [one for one, _ in checks.stack if _file_of(one) != "<string>"]
        place = [line_of(inst), None, None, None]
        if not outer:
            return None
        function = Code(outer[-1].func_ir.func_id, outer[-1].func_ir).told()
    name = _indexed(inst)
    return {
        "function": function,
        "place": place,
        "array": own_name(name) or _origin(code, name),
        "ndim": _ndim(lower, name),
        "axis": axis if type(axis) is int else None,
    }


def _origin(code, name):
    """The program's name for what a temporary variable holds, a global's too."""
    shown, origins = code.origins(name)
    return shown or next((one["name"] for one in origins if one["kind"] == "global"), "")


def _file_of(lower):
    code = Code(get(get(lower, "func_ir"), "func_id"), None)
    return code.told()["file"]


def _indexed(inst):
    """The variable of the representation that a statement indexes; "" when it has none."""
    indexed = get(inst, "target")
    if type(inst).__name__ == "Assign":
        indexed = get(get(inst, "value"), "value")
    name = get(indexed, "name")
    return name if type(name) is str else ""


def _ndim(lower, name):
    types = get(get(lower, "fndesc"), "typemap")
    ndim = get(dict.get(types, name), "ndim") if isinstance(types, dict) else None
    return ndim if type(ndim) is int else None


def _number(site):
    """An id that is the same in each process, of 60 bits."""
    number = 0xCBF29CE484222325
    for byte in dumps(site).encode("ascii"):
        number = ((number ^ byte) * 0x100000001B3) & ((1 << 64) - 1)
    return number >> 4
