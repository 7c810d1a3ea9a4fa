"""Which Python objects are none any more: those that the failed instruction worked on, and those
that the frames' references lead to.

    failed instruction   mov rax, [rax + 0x90]       rax = 0x7, no type
    registers, stack     rbx = 0x7f10…, where        [rbx + 8] = 0x7: its type pointer was followed
    frames               rows[3] = 0x7f10…           a counted reference that leads there
    allocator            0x7f10… is a free block     it was freed

What ran before the crash has left addresses all over the registers and the stack, so a word there
counts for nothing by itself: what was found at it has to be what the instruction failed on, or a
reference has to lead to it.

A link of the garbage collector's list that was taken for the count of an object, and lowered:

stale reference ──► +0  PyGC_Head: next = 0x7f…3bc      ◄── 0x7f…3c0 less 4; here was ob_refcnt
                    +16 the object that the collector knows            of what has been freed
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.cpython.frames.bytecode import Bytecode, silent_way
from atfault.cpython.frames.frame_slots import namespace, stack_words, variables
from atfault.cpython.frames.operands import Operands
from atfault.cpython.memory import damaged
from atfault.cpython.memory.damaged import Inspector
from atfault.cpython.memory.suspects import suspect_calls
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values import reachable
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.reachable import Reachable, Root
from atfault.decode.threads import DecodedThreads
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.counts import article
from atfault.model.damage import CountedLink, DamagedObject, Operated, Reach
from atfault.model.holders import PointerVariable
from atfault.model.process import FIRST_64K, may_be_object
from atfault.model.stacks import NativeFrame
from atfault.model.state import FaultAccess
from atfault.model.suspects import SuspectCall
from atfault.native.modules import ModuleMap
from atfault.native.static_variables import variables_that_hold
from atfault.snapshot.protocol import Memory, Snapshot

MAX_FRAMES = 40
"""Python frames of the crashed thread whose references are followed."""
MAX_OTHER_FRAMES = 12
MAX_STACK_WORDS = 2048
"""Of the native frames inside the innermost Python one."""
MAX_NATIVE = 24
MAX_REPORTED = 8
LINK_FLAGS = 3
"""Of PyGC_Head, in front of an object."""
COLLECTOR = frozenset(
    "visit_decref visit_reachable subtract_refs update_refs move_unreachable deduce_unreachable "
    "gc_collect_main gc_collect_region gc_collect_young gc_collect_increment gc_collect_full "
    "collect collect_main gc_collect_generations collect_with_callback _PyGC_Collect "
    "gc_collect_internal gc_collect_with_callback PyGC_Collect gc_collect mark_all_reachable "
    "visit_add_to_container handle_weakrefs finalize_garbage delete_garbage untrack_tuples "
    "_Py_RunGC gc_collect_impl".split()
)
MAX_NODES = 200_000
_HEAD, _ALIGNMENT = 16, 16
_FLAGS = 3
"""Of PyGC_Head.next and prev; a link that is lowered by less than five has the bit above."""
_ODD = 4


def damaged_objects(
    snapshot: Snapshot, modules: ModuleMap, found: DecodedThreads, access: FaultAccess | Absent
) -> dict[str, object]:
    """Those that matter, the most telling first, places that may have done it, and the like: fields
    of Objects."""
    runtime = found.runtime
    assert not isinstance(runtime, Absent)
    search = _Search(snapshot, runtime, found, access)
    if not search.can_judge():
        return {}
    damage = search.run()
    if damage:
        damage = (damage[0]._replace(kept=search.kept(damage[0], modules)), *damage[1:])
        return {"damage": damage, "suspects": search.suspects()}
    if not search.in_collector:
        return {}
    return {"counted_link": counted_link(search.reader, search.inspector, search.in_hand)}


class _Search:
    def __init__(
        self,
        snapshot: Snapshot,
        runtime: PythonRuntime,
        found: DecodedThreads,
        access: FaultAccess | Absent,
    ) -> None:
        self.snapshot, self.arch = snapshot, snapshot.arch
        self.memory = snapshot.memory
        self.runtime = runtime
        self.found = found
        self.access = access
        self.reader = ObjectReader(runtime)
        self.inspector = damaged.Inspector(runtime, self.reader, snapshot.mappings)
        assert found.crashed is not None
        self.crashed = found.crashed
        self.frames = self.crashed.failed
        self.in_collector = any(self._is_collector(frame) for frame in self.frames[:8])
        self.registers = self._registers()
        self.in_hand = self.registers | self._stack()
        self.nameless: dict[int, list[int]] = {}
        """Damaged object → containers that lead to it and have no name in a frame."""

    def can_judge(self) -> bool:
        """Whether sound objects look sound: types lie in the binary, which may not be at hand."""
        known = self.runtime.interpreters
        if not known:
            return False
        sysdict = self.runtime.offsets["PyInterpreterState"]["sysdict"]
        return not self.reader.problem(self.reader.word(known[0].address + sysdict))

    def run(self) -> tuple[DamagedObject, ...]:
        operated = self._operated()
        walk = Reachable(self.reader, self.inspector.problem)
        walk.walk(self._roots())
        reached: dict[int, list[Reach]] = {address: [] for address in operated}
        for broken in walk.broken:
            # The value stack is not cleared: what was there before counts when it is worked on.
            if self._is_judged(broken.address) and (broken.root.name or broken.address in operated):
                reached.setdefault(broken.address, []).append(self._reach(broken))
        for address in operated:
            if not any(reach.kind != "temporary" for reach in reached[address]):
                reached[address] += self._holders(address, walk)
        if self.in_collector and not any(reached.values()) and not self.inspector.free_threaded:
            for address, reaches in self._in_rings(walk).items():
                reached.setdefault(address, []).extend(reaches)
        objects = [self._object(address, operated, reaches) for address, reaches in reached.items()]
        objects.sort(key=_rank)
        if objects and objects[0].reached:
            objects = [one for one in objects if one.reached]
        return tuple(objects[:MAX_REPORTED])

    def kept(self, one: DamagedObject, modules: ModuleMap) -> tuple[PointerVariable, ...]:
        """The variables of native modules that hold it, or a nameless container that leads there.
        Where its memory is another's now, they may mean that."""
        own = () if one.reused else (one.address,)
        wanted = dict.fromkeys((*own, *self.nameless.get(one.address, ())))
        interpreter = () if self.runtime.module is None else (self.runtime.module,)
        return variables_that_hold(
            self.memory, modules, self.snapshot.mappings, wanted, interpreter
        )

    def suspects(self) -> tuple[SuspectCall, ...]:
        """Places of the program's own code that handle references by hand."""
        codes: dict[int, None] = {}
        spaces: dict[int, None] = {}
        for frame in self.crashed.stack.frames:
            if frame.python is not None and frame.mine:
                codes[frame.python.code.address] = None
                spaces[namespace(self.runtime, frame.python)] = None
        function = self.runtime.offsets["PyFunctionObject"]["func_code"]
        for space in list(spaces)[:8]:
            for _, address in self.reader.names_in(space, 2000):
                if self.reader.type_name(address) == "function":
                    codes[self.reader.word(address + function)] = None
        return suspect_calls(self.runtime, self.reader, codes)

    def _object(
        self, address: int, operated: dict[int, Operated], reaches: list[Reach]
    ) -> DamagedObject:
        how = operated.get(address)
        if how is None and address in self.in_hand:
            how = "in-hand"
        one = self.inspector.describe(address, self.inspector.problem(address))
        called = "" if reaches or how is None else self._extension_called()
        return one._replace(
            operated=how,
            reached=tuple(reaches[:4]),
            in_collector=self.in_collector,
            called=called,
        )

    def _extension_called(self) -> str:
        """Name of the extension module's function that the innermost Python frame is calling."""
        innermost, module = self.crashed.pythons[:1], self.runtime.module
        if not innermost or module is None:
            return ""
        called = Operands(self.runtime).callee(innermost[0])
        code = self.reader.machine_code(called)
        mapping = next((m for m in self.snapshot.mappings if m.start <= code < m.end), None)
        if mapping is None or not mapping.executable or module.start <= code < module.end:
            return ""
        return self.reader.function_name(called)

    def _is_judged(self, address: int) -> bool:
        """Whether what is there can be told: a core may lack some of the memory."""
        return bool(self.memory.read_upto(address, 16)) or not self.inspector.is_mapped(address)

    # -- what the failed instruction worked on ----------------------------------------------------

    def _is_collector(self, frame: NativeFrame) -> bool:
        name = (frame.symbol or frame.name).split(".", 1)[0]
        return name in COLLECTOR and frame.module == self.runtime.module

    def _registers(self) -> frozenset[int]:
        """What the general registers hold at the failure; empty when a handler lies above it."""
        native = self.crashed.native
        if isinstance(native, Absent) or self.frames != native.frames:
            return frozenset()
        general, arch = self.crashed.thread.registers.general, self.arch
        return frozenset(
            value
            for number, value in enumerate(general[: arch.pc_number])
            if value is not None and number != arch.sp and may_be_object(value)
        )

    def _stack(self) -> frozenset[int]:
        """The words of the native frames that the innermost Python frame had called, or of the run
        of the eval function that failed itself."""
        failed = self.frames[0] if self.frames else None
        frames: list[NativeFrame] = []
        for frame in self.crashed.stack.frames:
            if frame.python is not None or len(frames) >= MAX_NATIVE:
                break
            if frame.native is not None and (frames or frame.native == failed):
                frames.append(frame.native)
        if not frames and failed is not None:  # the eval function itself, shown as Python's frame
            frames = [failed]
        if not frames:
            return frozenset()
        low, high = frames[0].sp, max(frame.cfa for frame in frames)
        count = min(max(high - low, 0) // 8, MAX_STACK_WORDS)
        return frozenset(filter(may_be_object, self.memory.words(low & ~7, count)))

    def _operated(self) -> dict[int, Operated]:
        """Objects whose broken type pointer is what the failed instruction followed."""
        if isinstance(self.access, Absent) or not self.frames:
            return {}
        bases = {value for _, value in self.access.registers}
        if self.access.kind == "execute" and self.access.address is not None:
            bases = {self.access.address}
        small = any(base < FIRST_64K for base in bases)
        inside = next((f.module for f in self.frames[:2] if f.module), None) == self.runtime.module
        # Small numbers are everywhere: they count in the registers, where the interpreter failed.
        if small and not inside:
            return {}
        found: dict[int, Operated] = {}
        for address in self.registers if small else self.in_hand:
            how = self._follows(address, bases)
            if how is None or self._is_stack(address):
                continue
            problem = self.inspector.problem(address)
            if not problem or not self.inspector.may_begin_object(address):
                continue
            if self.inspector.is_dying(address):
                continue
            one = self.inspector.describe(address, problem)
            if self._is_proof(one, how, inside, small):
                found[address] = how
        if len(found) > 1 and "type" in found.values():
            found = {address: how for address, how in found.items() if how == "type"}
        return found

    def _is_proof(self, one: DamagedObject, how: Operated, inside: bool, small: bool) -> bool:
        """Whether the failed instruction shows that it was taken for an object.

        Outside of the interpreter a pointer at the second word of a structure is nothing unusual,
        and neither are small numbers, zeros most of all, where a type pointer, a slot of a type or
        a link would be: there it has to be a block that was freed. Only the interpreter follows the
        links of its garbage collector, which lead from each object to its neighbours; where they
        are empty it fails as it stores through them, to take the object out of the list: what adds
        to a word there counts references to NULL, as to an item that was never set.
        """
        freed = one.freed and not one.reused
        if how == "link":
            return inside and ((freed and self._is_store()) or not small)
        if how == "slot" and (not inside or small):
            return inside and self._is_jump() and (freed or self._is_given(one.address))
        if inside and small:
            return freed or self.memory.u64(one.address + self.inspector.ob_type) != 0
        return inside or one.freed

    def _is_store(self) -> bool:
        """Whether it overwrites what it points to, without a look at what is there."""
        access = self.access
        if isinstance(access, Absent) or access.kind != "write":
            return False
        return access.instruction.startswith(("mov", "st"))

    def _is_jump(self) -> bool:
        return not isinstance(self.access, Absent) and self.access.kind == "execute"

    def _is_given(self, address: int) -> bool:
        """Whether it is the first argument of the function that was called, as an object is to the
        slots of its type; not where the slot was empty, which proves no damage."""
        assert not isinstance(self.access, Absent)
        general, first = self.crashed.thread.registers.general, self.arch.arguments[0]
        return bool(self.access.address) and general[first : first + 1] == (address,)

    def _is_stack(self, address: int) -> bool:
        """Whether `address` is on the crashed thread's own stack."""
        return bool(self.frames) and self.frames[0].sp <= address < self.frames[-1].cfa

    def _follows(self, address: int, bases: set[int]) -> Operated | None:
        """How an access through one of `bases` came from the object at `address`; None for not."""
        try:
            type_pointer = self.memory.u64(address + self.inspector.ob_type)
            links = self.memory.u64s(address - 16, 2)
        except MemoryFault:
            return None
        if not self.inspector.is_type(type_pointer):
            if type_pointer in bases and self._is_in_type(type_pointer):
                return "type"
            if may_be_object(type_pointer & ~7):  # what lies there may be anything
                words = self.inspector.words_of_type(type_pointer)
                if any(base in words for base in bases):
                    return "slot"
        if self.inspector.free_threaded:  # there are no such links
            return None
        return "link" if any(link & ~LINK_FLAGS in bases for link in links) else None

    def _is_in_type(self, base: int) -> bool:
        """Whether the access failed at a field of a type, behind the header that all objects have:
        what failed there was an access through a type pointer."""
        assert not isinstance(self.access, Absent)
        if self.access.address is None or self.access.kind == "execute":
            return True
        return 24 <= (self.access.address - base) & (1 << 64) - 1 < 1024

    # -- who refers to it -------------------------------------------------------------------------

    def _roots(self) -> Iterator[Root]:
        """The references that frames hold: the crashed thread's, then other threads' own frames."""
        for thread in self.found.threads:
            tid, left = thread.thread.tid, MAX_FRAMES if thread.crashed else MAX_OTHER_FRAMES
            for index, frame in enumerate(thread.stack.frames):
                if frame.python is None or not (thread.crashed or frame.mine):
                    continue
                left -= 1
                if left < 0:
                    break
                for name, address in variables(self.runtime, self.reader, frame.python).items():
                    yield Root(name, address, tid, index)
        innermost = True
        for index, frame in enumerate(self.crashed.stack.frames):
            if frame.python is None:
                continue
            tid = self.crashed.thread.tid
            if innermost:
                innermost = False
                for word in stack_words(self.runtime, frame.python):
                    if word in self.registers:
                        yield Root("", word, tid, index)
            if frame.mine:
                names = self.reader.names_in(namespace(self.runtime, frame.python), 2000)
                for name, address in names:
                    yield Root(name, address, tid, index)

    def _reach(self, broken: reachable.Broken) -> Reach:
        root = broken.root
        kind = "temporary" if not root.name else "item" if broken.holder else "variable"
        expression = root.name + broken.path if root.name else f"a temporary value{broken.path}"
        given = kind == "variable" and self._is_passed(root)
        return Reach(kind, expression, root.tid, root.frame_index, given)  # type: ignore[arg-type]

    def _is_passed(self, root: Root) -> bool:
        """Whether the variable is a parameter that has what native code called the function with,
        before that did anything that might have harmed it."""
        frames = self.crashed.stack.frames
        if root.tid != self.crashed.thread.tid or not 0 <= root.frame_index < len(frames):
            return False
        python = frames[root.frame_index].python
        if python is None or not python.is_entry or self.runtime.version[1] < 11:
            return False
        code = self.runtime.codes.get(python.code.address)
        body = None if code is None else Bytecode(self.runtime).body(code)
        if code is None or body is None:
            return False
        names = body.variables[: self.runtime.codes.int(code, "co_argcount")]
        if root.name not in names or any(root.name in body.stored(o) for o in body.instructions):
            return False
        return silent_way(body, python.lasti)

    def _holders(self, address: int, walk: Reachable) -> list[Reach]:
        """Sound objects in the registers or on the stack that refer to the damaged one."""
        found = []
        for word in self.in_hand:
            for holder in (word, word + 16) if self.in_collector else (word,):
                if holder != address and not self.inspector.problem(holder):
                    reach = self._held_by(holder, address, walk)
                    if reach is not None:
                        found.append(reach)
        return list(dict.fromkeys(found))

    def _held_by(self, holder: int, address: int, walk: Reachable) -> Reach | None:
        accessor = reachable.accessor_of(self.reader, holder, address)
        if accessor is None:
            return None
        kind_name = self.reader.type_name(holder)
        if kind_name.endswith("CArgObject"):
            return Reach("native", "an argument of the ctypes call")
        foreign = "field at byte" in accessor and self._is_foreign(holder)
        expression = walk.names.get(holder, "")
        if not expression:
            self.nameless.setdefault(address, []).append(holder)
            expression = article(kind_name)
            accessor = accessor if accessor.startswith("'s ") else f"'s {accessor.lstrip()}"
        return Reach("native" if foreign else "collector", expression + accessor)

    def _is_foreign(self, holder: int) -> bool:
        """Whether the object is of a type that the interpreter itself does not make."""
        info = self.reader.type(holder)
        module = self.runtime.module
        if info is None or module is None:
            return False
        field = self.runtime.offsets["PyTypeObject"]["tp_dealloc"]
        return not module.start <= self.reader.word(info.address + field) < module.end

    def _in_rings(self, walk: Reachable) -> dict[int, list[Reach]]:
        """Broken references found along the collector's own lists, where it failed."""
        found: dict[int, list[Reach]] = {}
        budget = reachable.MAX_OBJECTS
        candidates = {word + shift for word in self.in_hand for shift in (0, 16)}
        for anchor in candidates:
            if self.inspector.problem(anchor) or not reachable.is_tracked(self.memory, anchor):
                continue
            for address in reachable.collector_ring(self.memory, anchor):
                if self.inspector.problem(address):
                    continue
                for _, child in reachable.children(self.reader, address):
                    budget -= 1
                    if budget < 0:
                        return found
                    if child in candidates and self.inspector.problem(child):
                        reach = self._held_by(address, child, walk)
                        if reach is not None:
                            found.setdefault(child, []).append(reach)
                if len(found) >= 4:
                    return found
            return found
        return found


def _rank(one: DamagedObject) -> tuple[bool, ...]:
    proven = one.is_proven
    return (
        not (proven and one.reached),
        not one.reached,
        not proven,
        one.overwritten,
        one.operated is None,
        not one.freed,
    )


def counted_link(
    reader: ObjectReader, inspector: Inspector, in_hand: Iterable[int]
) -> CountedLink | None:
    """The first on the lists that these words belong to; None where there is none."""
    memory, seen = reader.memory, set[int]()
    for node in in_hand:
        if node % 8 or not _is_on_list(memory, node):
            continue
        try:
            while node not in seen and len(seen) < MAX_NODES:
                seen.add(node)
                link = memory.u64(node)
                if link & _ODD:
                    return _judge(reader, inspector, node, link)
                node = link & ~_FLAGS
        except MemoryFault:
            continue
    return None


def _is_on_list(memory: Memory, node: int) -> bool:
    try:
        before = memory.u64(node + 8) & ~_FLAGS
        return bool(before) and memory.u64(before) & ~_FLAGS == node
    except MemoryFault:
        return False


def _judge(reader: ObjectReader, inspector: Inspector, node: int, link: int) -> CountedLink | None:
    meant = (link | (_ALIGNMENT - 1)) + 1
    if inspector.problem(meant + _HEAD):
        return None
    return CountedLink(node, meant - link, reader.type_name(meant + _HEAD))
