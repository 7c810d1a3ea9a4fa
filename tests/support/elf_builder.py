"""ELF objects and cores made by hand, for unit tests that need neither a compiler nor a crash.

    image = elf_object([Load(vaddr=0x1000, data=code, flags=R | X)], build_id=b"\\x12" * 20)
    core = (
        CoreBuilder()
        .thread(100, pc=0x401000, sp=0x7FFF_0000, signal=11)
        .siginfo(11, code=1, address=0x10)
        .segment(0x7FFE_F000, stack_bytes, flags=R | W)
        .build()
    )

Everything is 64-bit, little-endian, x86-64 unless told otherwise.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

R, W, X = 4, 2, 1
PAGE = 4096
ET_EXEC, ET_DYN, ET_CORE = 2, 3, 4
EM_X86_64 = 62
PT_LOAD, PT_DYNAMIC, PT_NOTE, PT_GNU_EH_FRAME = 1, 2, 4, 0x6474E550
NT_PRSTATUS, NT_PRPSINFO, NT_AUXV = 1, 3, 6
NT_SIGINFO, NT_FILE, NT_GNU_BUILD_ID = 0x53494749, 0x46494C45, 3

# user_regs_struct: position of the registers that tests set by name.
REGISTER_WORDS = {
    **{"r15": 0, "r14": 1, "r13": 2, "r12": 3, "rbp": 4, "rbx": 5, "r11": 6, "r10": 7},
    **{"r9": 8, "r8": 9, "rax": 10, "rcx": 11, "rdx": 12, "rsi": 13, "rdi": 14},
    **{"orig_rax": 15, "rip": 16, "rsp": 19, "fs_base": 21},
}


def pad(data: bytes, to: int) -> bytes:
    """`data` with zeros behind it, up to a multiple of `to`."""
    return data + bytes(-len(data) % to)


def note(owner: bytes, kind: int, payload: bytes) -> bytes:
    """One note, name and payload padded to 4 bytes."""
    name = owner + b"\0"
    return struct.pack("<III", len(name), len(payload), kind) + pad(name, 4) + pad(payload, 4)


def elf_header(
    kind: int,
    *,
    phnum: int,
    phoff: int = 64,
    shoff: int = 0,
    shnum: int = 0,
    shstrndx: int = 0,
    machine: int = EM_X86_64,
    entry: int = 0,
    elf_class: int = 2,
    data: int = 1,
) -> bytes:
    """The 64-byte ELF header."""
    ident = b"\x7fELF" + bytes((elf_class, data, 1)) + bytes(9)
    sizes = (64, 56, phnum, 64, shnum, shstrndx)
    return ident + struct.pack("<HHIQQQIHHHHHH", kind, machine, 1, entry, phoff, shoff, 0, *sizes)


def program_header(
    kind: int, flags: int, offset: int, vaddr: int, filesz: int, memsz: int, align: int = PAGE
) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, offset, vaddr, 0, filesz, memsz, align)


def section_header(
    name: int, kind: int, flags: int, addr: int, offset: int, size: int, link: int = 0
) -> bytes:
    return struct.pack("<IIQQQQIIQQ", name, kind, flags, addr, offset, size, link, 0, 1, 0)


@dataclass
class Load:
    """One PT_LOAD of an object. vaddr is page-aligned; data lies at file offset = vaddr."""

    vaddr: int
    data: bytes
    flags: int = R
    memsz: int | None = None


def elf_object(
    loads: list[Load],
    *,
    build_id: bytes = b"",
    kind: int = ET_DYN,
    base: int = 0,
    eh_frame_hdr: int = 0,
    dynamic: tuple[int, int] | None = None,
    machine: int = EM_X86_64,
    entry: int = 0,
) -> bytes:
    """An object whose first page is a PT_LOAD of headers and build id, followed by `loads`.

    base: ELF address of the first page (0x400000 for a classic non-PIE program); the vaddr of the
    loads are relative to it. eh_frame_hdr and dynamic (address, size) are relative to it too.
    """
    extra = ([1] if build_id else []) + ([1] if eh_frame_hdr else []) + ([1] if dynamic else [])
    count = 1 + len(loads) + len(extra)
    notes = note(b"GNU", NT_GNU_BUILD_ID, build_id) if build_id else b""
    notes_at = 64 + 56 * count
    head_size = notes_at + len(notes)
    headers = [program_header(PT_LOAD, R, 0, base, head_size, head_size)]
    for load in loads:
        size = len(load.data)
        memsz = size if load.memsz is None else load.memsz
        headers.append(
            program_header(PT_LOAD, load.flags, load.vaddr, base + load.vaddr, size, memsz)
        )
    if build_id:
        size = len(notes)
        headers.append(program_header(PT_NOTE, R, notes_at, base + notes_at, size, size, 4))
    if eh_frame_hdr:
        headers.append(
            program_header(PT_GNU_EH_FRAME, R, eh_frame_hdr, base + eh_frame_hdr, 8, 8, 4)
        )
    if dynamic:
        at, size = dynamic
        headers.append(program_header(PT_DYNAMIC, R | W, at, base + at, size, size, 8))
    image = bytearray(elf_header(kind, phnum=count, machine=machine, entry=entry))
    image += b"".join(headers) + notes
    for load in loads:
        image += bytes(max(load.vaddr - len(image), 0))
        image[load.vaddr : load.vaddr + len(load.data)] = load.data
    return bytes(image)


def elf_with_sections(sections: list[tuple[str, int, int, bytes]]) -> bytes:
    """A segmentless object with `sections` of (name, type, flags, contents), names included."""
    names = b"\0"
    offsets = []
    for name in [*[section[0] for section in sections], ".shstrtab"]:
        offsets.append(len(names))
        names += name.encode() + b"\0"
    image = bytearray(64)
    headers = [bytes(64)]
    for (_, kind, flags, contents), name_at in zip(sections, offsets):
        headers.append(section_header(name_at, kind, flags, 0, len(image), len(contents)))
        image += pad(contents, 8)
    headers.append(section_header(offsets[-1], 3, 0, 0, len(image), len(names)))
    image += pad(names, 8)
    image[:64] = elf_header(
        1, phnum=0, phoff=0, shoff=len(image), shnum=len(headers), shstrndx=len(headers) - 1
    )
    return bytes(image) + b"".join(headers)


def prstatus(tid: int, signal: int = 0, **registers: int) -> bytes:
    """struct elf_prstatus of x86-64, 336 bytes; registers by name (`pc` and `sp` work too)."""
    words = [0] * 27
    words[REGISTER_WORDS["orig_rax"]] = 0xFFFF_FFFF_FFFF_FFFF
    aliases = {"pc": "rip", "sp": "rsp", "fp": "rbp"}
    for name, value in registers.items():
        words[REGISTER_WORDS[aliases.get(name, name)]] = value
    head = struct.pack("<iiihxxQQiiii", signal, 0, 0, signal, 0, 0, tid, 1, tid, tid)
    return head + bytes(64) + struct.pack("<27Q", *words) + bytes(8)


def siginfo(
    signal: int, code: int, address: int | None = None, sender: tuple[int, int] | None = None
) -> bytes:
    """siginfo_t, 128 bytes, with si_addr or (si_pid, si_uid)."""
    head = struct.pack("<iiixxxx", signal, 0, code)
    if address is not None:
        head += struct.pack("<Q", address)
    elif sender is not None:
        head += struct.pack("<iI", *sender)
    return head.ljust(128, b"\0")


def prpsinfo(
    pid: int, ppid: int = 1, uid: int = 1000, fname: bytes = b"python", psargs: bytes = b"python x"
) -> bytes:
    """struct elf_prpsinfo of x86-64, 136 bytes."""
    head = struct.pack("<bcbbxxxxQIIiiii", 0, b"R", 0, 0, 0, uid, uid, pid, ppid, pid, pid)
    return head + fname[:15].ljust(16, b"\0") + psargs[:79].ljust(80, b"\0")


def nt_file(entries: list[tuple[int, int, int, bytes]]) -> bytes:
    """NT_FILE payload of (start, end, byte offset, path)."""
    body = struct.pack("<QQ", len(entries), PAGE)
    for start, end, offset, _ in entries:
        body += struct.pack("<QQQ", start, end, offset // PAGE)
    return body + b"".join(path + b"\0" for *_, path in entries)


def auxv(entries: dict[int, int]) -> bytes:
    """NT_AUXV payload, AT_NULL added."""
    return b"".join(struct.pack("<QQ", *pair) for pair in [*entries.items(), (0, 0)])


@dataclass
class CoreBuilder:
    """Builds a core file piece by piece; every method returns the builder."""

    machine: int = EM_X86_64
    notes: list[bytes] = field(default_factory=list)
    segments: list[tuple[int, bytes, int, int]] = field(default_factory=list)
    files: list[tuple[int, int, int, bytes]] = field(default_factory=list)

    def thread(self, tid: int, signal: int = 0, **registers: int) -> CoreBuilder:
        return self.note(NT_PRSTATUS, prstatus(tid, signal, **registers))

    def siginfo(
        self,
        signal: int,
        code: int,
        address: int | None = None,
        sender: tuple[int, int] | None = None,
    ) -> CoreBuilder:
        return self.note(NT_SIGINFO, siginfo(signal, code, address, sender))

    def process(self, pid: int, **fields: object) -> CoreBuilder:
        return self.note(NT_PRPSINFO, prpsinfo(pid, **fields))  # type: ignore[arg-type]

    def auxv(self, entries: dict[int, int]) -> CoreBuilder:
        return self.note(NT_AUXV, auxv(entries))

    def note(self, kind: int, payload: bytes, owner: bytes = b"CORE") -> CoreBuilder:
        self.notes.append(note(owner, kind, payload))
        return self

    def segment(
        self, vaddr: int, data: bytes, flags: int = R | W, memsz: int | None = None
    ) -> CoreBuilder:
        """A PT_LOAD of which `data` was dumped."""
        self.segments.append((vaddr, data, flags, len(data) if memsz is None else memsz))
        return self

    def mapped(self, start: int, end: int, offset: int, path: str | bytes) -> CoreBuilder:
        """An entry of NT_FILE."""
        raw = path.encode() if isinstance(path, str) else path
        self.files.append((start, end, offset, raw))
        return self

    def map_object(
        self, image: bytes, at: int, path: str, dump: str = "kernel", base: int = 0
    ) -> CoreBuilder:
        """Map an `elf_object` at address `at`, one segment and NT_FILE entry a PT_LOAD.

        dump: "kernel" dumps the first page and writable segments, as the kernel's default filter
        does; "all" dumps everything, "none" nothing.
        """
        phnum = struct.unpack_from("<H", image, 56)[0]
        for index in range(phnum):
            raw = struct.unpack_from("<IIQQQQQQ", image, 64 + 56 * index)
            kind, flags, offset, vaddr, _, filesz, memsz, _ = raw
            if kind != PT_LOAD:
                continue
            start = at + vaddr - base
            size = -(-memsz // PAGE) * PAGE
            content = image[offset : offset + filesz].ljust(size, b"\0")
            if dump == "none" or (dump == "kernel" and offset and not flags & W):
                content = b""
            elif dump == "kernel" and not flags & W:
                content = content[:PAGE]
            self.segment(start, content, flags, size)
            self.mapped(start, start + size, offset, path)
        return self

    def build(self, xnum: bool = False) -> bytes:
        """The core file. xnum: write the number of segments the way of PN_XNUM."""
        notes = b"".join(self.notes)
        if self.files:
            notes += note(b"CORE", NT_FILE, nt_file(sorted(self.files)))
        count = 1 + len(self.segments)
        headers_end = 64 + 56 * count
        headers = [program_header(PT_NOTE, 0, headers_end, 0, len(notes), 0, 4)]
        body = bytearray(pad(bytes(headers_end) + notes, PAGE))
        for vaddr, data, flags, memsz in self.segments:
            headers.append(program_header(PT_LOAD, flags, len(body), vaddr, len(data), memsz))
            body += pad(data, PAGE)
        shoff = len(body) if xnum else 0
        head = elf_header(
            ET_CORE,
            phnum=0xFFFF if xnum else count,
            shoff=shoff,
            shnum=1 if xnum else 0,
            machine=self.machine,
        )
        body[:headers_end] = head + b"".join(headers)
        if xnum:
            body += struct.pack("<IIQQQQIIQQ", 0, 0, 0, 0, 0, 1, 0, count, 0, 0)
        return bytes(body)


def stack_with_arguments(
    top: int, argv: list[bytes], environ: list[bytes], vector: dict[int, int]
) -> tuple[int, bytes, dict[int, int]]:
    """(address, bytes, auxiliary vector) of the top of a stack as create_elf_tables lays it out.

    AT_RANDOM (25) and AT_EXECFN (31) are added to the vector. The bytes end at `top`.
    """
    names = [*argv, *environ, argv[0] if argv else b"program"]
    strings = b"".join(name + b"\0" for name in names) + bytes(8)
    strings_at = top - len(strings)
    places = []
    at = strings_at
    for name in names:
        places.append(at)
        at += len(name) + 1
    random_at = (strings_at - 64) & ~15
    full = {**vector, 25: random_at, 31: places[-1]}
    words = [len(argv), *places[: len(argv)], 0, *places[len(argv) : -1], 0]
    table = struct.pack(f"<{len(words)}Q", *words) + auxv(full)
    table_at = (random_at - 32 - len(table)) & ~15
    content = table + bytes(strings_at - table_at - len(table)) + strings
    start = table_at & -PAGE
    return start, bytes(table_at - start) + content, full
