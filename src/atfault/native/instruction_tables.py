"""The opcode tables of instructions.py, and how a row is found in them.

A row is a key, a mnemonic and its operands. The tables are strings that are searched, not parsed:
one run needs one row. Names that follow a rule are made, not listed.
"""

from __future__ import annotations

# Operands, in the letters of the Intel manual's appendix A as far as they go:
#   E r/m   G register   I immediate   S sign-extended 8-bit immediate   U unsigned one
#       of the operand size (16, 32 or 64 bits), or of b 8, w 16, d 32, q 64 bits, y 32 or 64
#   V vector register   H the second source of a VEX form, absent in the SSE form
#   W vector memory of the full width, or of b w d q x (16 bytes) y (32 bytes), or h a half, f a
#     quarter, e an eighth of the full width; t 8 bytes of 16, else the full width
#   K mask register     P immediate that names a comparison, in place of the ? in the mnemonic
_GENERAL = """
63 movsxd G Ed
69 imul G E I
6b imul G E S
84 test Eb Gb
85 test E G
86 xchg Eb Gb
87 xchg E G
88 mov Eb Gb
89 mov E G
8a mov Gb Eb
8b mov G E
c6/0 mov Eb U
c7/0 mov E I
f6/0 test Eb U
f6/2 not Eb
f6/3 neg Eb
f6/4 mul Eb
f6/5 imul Eb
f6/6 div Eb
f6/7 idiv Eb
f7/0 test E I
f7/2 not E
f7/3 neg E
f7/4 mul E
f7/5 imul E
f7/6 div E
f7/7 idiv E
fe/0 inc Eb
fe/1 dec Eb
ff/0 inc E
ff/1 dec E
ff/2 call Eq
ff/4 jmp Eq
ff/6 push Eq
0f a3 bt E G
0f ab bts E G
0f af imul G E
0f b0 cmpxchg Eb Gb
0f b1 cmpxchg E G
0f b3 btr E G
0f b6 movzx G Eb
0f b7 movzx G Ew
0f ba/4 bt E U
0f ba/5 bts E U
0f ba/6 btr E U
0f be movsx G Eb
0f bf movsx G Ew
0f bc bsf G E
0f bd bsr G E
0f c0 xadd Eb Gb
0f c1 xadd E G
"""
_VECTOR = """
np 0f 10 movups V W
66 0f 10 movupd V W
f3 0f 10 movss V Wd
f2 0f 10 movsd V Wq
np 0f 11 movups W V
66 0f 11 movupd W V
f3 0f 11 movss Wd V
f2 0f 11 movsd Wq V
f2 0f 12 movddup V Wt
np 0f 12 movlps V H Wq
66 0f 12 movlpd V H Wq
f3 0f 12 movsldup V W
np 0f 13 movlps Wq V
66 0f 13 movlpd Wq V
np 0f 14 unpcklps V H W
66 0f 14 unpcklpd V H W
np 0f 15 unpckhps V H W
66 0f 15 unpckhpd V H W
np 0f 16 movhps V H Wq
66 0f 16 movhpd V H Wq
f3 0f 16 movshdup V W
np 0f 17 movhps Wq V
66 0f 17 movhpd Wq V
np 0f 28 movaps V W
66 0f 28 movapd V W
np 0f 29 movaps W V
66 0f 29 movapd W V
f3 0f 2a cvtsi2ss V H Ey
f2 0f 2a cvtsi2sd V H Ey
np 0f 2b movntps W V
66 0f 2b movntpd W V
f3 0f 2c cvttss2si G Wd
f2 0f 2c cvttsd2si G Wq
f3 0f 2d cvtss2si G Wd
f2 0f 2d cvtsd2si G Wq
np 0f 2e ucomiss V Wd
66 0f 2e ucomisd V Wq
np 0f 2f comiss V Wd
66 0f 2f comisd V W
np 0f 51 sqrtps V W
66 0f 51 sqrtpd V W
f3 0f 51 sqrtss V H Wd
f2 0f 51 sqrtsd V H Wq
np 0f 54 andps V H W
66 0f 54 andpd V H W
np 0f 55 andnps V H W
66 0f 55 andnpd V H W
np 0f 56 orps V H W
66 0f 56 orpd V H W
np 0f 57 xorps V H W
66 0f 57 xorpd V H W
f3 0f 5a cvtss2sd V H Wd
f2 0f 5a cvtsd2ss V H Wq
np 0f 5b cvtdq2ps V W
66 0f 5b cvtps2dq V W
f3 0f 5b cvttps2dq V W
66 0f 60 punpcklbw V H W
66 0f 61 punpcklwd V H W
66 0f 62 punpckldq V H W
66 0f 63 packsswb V H W
66 0f 64 pcmpgtb V H W
66 0f 65 pcmpgtw V H W
66 0f 66 pcmpgtd V H W
66 0f 67 packuswb V H W
66 0f 68 punpckhbw V H W
66 0f 69 punpckhwd V H W
66 0f 6a punpckhdq V H W
66 0f 6b packssdw V H W
66 0f 6c punpcklqdq V H W
66 0f 6d punpckhqdq V H W
66 0f 6f movdqa V W
f3 0f 6f movdqu V W
66 0f 70 pshufd V W U
f3 0f 70 pshufhw V W U
f2 0f 70 pshuflw V W U
66 0f 74 pcmpeqb V H W
66 0f 75 pcmpeqw V H W
66 0f 76 pcmpeqd V H W
f3 0f 7e movq V Wq
66 0f 7f movdqa W V
f3 0f 7f movdqu W V
np 0f c6 shufps V H W U
66 0f c6 shufpd V H W U
66 0f d2 psrld V H Wx
66 0f d3 psrlq V H Wx
66 0f d4 paddq V H W
66 0f d5 pmullw V H W
66 0f d6 movq Wq V
66 0f d8 psubusb V H W
66 0f d9 psubusw V H W
66 0f da pminub V H W
66 0f db pand V H W
66 0f dc paddusb V H W
66 0f dd paddusw V H W
66 0f de pmaxub V H W
66 0f df pandn V H W
f3 0f e6 cvtdq2pd V Wh
66 0f e7 movntdq W V
66 0f ea pminsw V H W
66 0f eb por V H W
66 0f ee pmaxsw V H W
66 0f ef pxor V H W
f2 0f f0 lddqu V W
66 0f f4 pmuludq V H W
66 0f f5 pmaddwd V H W
66 0f f8 psubb V H W
66 0f f9 psubw V H W
66 0f fa psubd V H W
66 0f fb psubq V H W
66 0f fc paddb V H W
66 0f fd paddw V H W
66 0f fe paddd V H W
66 0f38 00 pshufb V H W
66 0f38 20 pmovsxbw V Wh
66 0f38 21 pmovsxbd V Wf
66 0f38 22 pmovsxbq V We
66 0f38 23 pmovsxwd V Wh
66 0f38 24 pmovsxwq V Wf
66 0f38 25 pmovsxdq V Wh
66 0f38 2b packusdw V H W
66 0f38 30 pmovzxbw V Wh
66 0f38 31 pmovzxbd V Wf
66 0f38 32 pmovzxbq V We
66 0f38 33 pmovzxwd V Wh
66 0f38 34 pmovzxwq V Wf
66 0f38 35 pmovzxdq V Wh
66 0f38 38 pminsb V H W
66 0f38 39 pminsd V H W
66 0f38 3b pminud V H W
66 0f38 3c pmaxsb V H W
66 0f38 3d pmaxsd V H W
66 0f38 3f pmaxud V H W
66 0f38 40 pmulld V H W
66 0f3a 08 roundps V W U
66 0f3a 09 roundpd V W U
66 0f3a 0f palignr V H W U
66 0f3a 20 pinsrb V H Eb U
"""
_VEX_ONLY = """
66 0f 2f vcomisd V Wq
66 0f38 18 vbroadcastss V Wd
66 0f38 19 vbroadcastsd V Wq
66 0f38 1a vbroadcastf128 V Wx
66 0f38 58 vpbroadcastd V Wd
66 0f38 59 vpbroadcastq V Wq
66 0f38 5a vbroadcasti128 V Wx
66 0f38 78 vpbroadcastb V Wb
66 0f38 79 vpbroadcastw V Ww
66 0f3a 18 vinsertf128 V H Wx U
66 0f3a 19 vextractf128 Wx V U
66 0f3a 38 vinserti128 V H Wx U
66 0f3a 39 vextracti128 Wx V U
"""
# With EVEX.W in the key. A displacement of 8 bits counts in units of the memory operand's size.
_EVEX = """
np 0 0f 10 vmovups V W
66 1 0f 10 vmovupd V W
f3 0 0f 10 vmovss V Wd
f2 1 0f 10 vmovsd V Wq
np 0 0f 11 vmovups W V
66 1 0f 11 vmovupd W V
f3 0 0f 11 vmovss Wd V
f2 1 0f 11 vmovsd Wq V
np 0 0f 28 vmovaps V W
66 1 0f 28 vmovapd V W
np 0 0f 29 vmovaps W V
66 1 0f 29 vmovapd W V
66 0 0f 6f vmovdqa32 V W
66 1 0f 6f vmovdqa64 V W
f3 0 0f 6f vmovdqu32 V W
f3 1 0f 6f vmovdqu64 V W
f2 0 0f 6f vmovdqu8 V W
f2 1 0f 6f vmovdqu16 V W
66 0 0f 7f vmovdqa32 W V
66 1 0f 7f vmovdqa64 W V
f3 0 0f 7f vmovdqu32 W V
f3 1 0f 7f vmovdqu64 W V
f2 0 0f 7f vmovdqu8 W V
f2 1 0f 7f vmovdqu16 W V
np 0 0f 54 vandps V H W
np 0 0f 57 vxorps V H W
66 0 0f 74 vpcmpeqb K H W
66 0 0f 76 vpcmpeqd K H W
66 0 0f da vpminub V H W
66 0 0f db vpandd V H W
66 1 0f db vpandq V H W
66 0 0f e7 vmovntdq W V
66 0 0f eb vpord V H W
66 1 0f eb vporq V H W
66 0 0f ef vpxord V H W
66 1 0f ef vpxorq V H W
66 1 0f d4 vpaddq V H W
66 0 0f fe vpaddd V H W
66 0 0f38 18 vbroadcastss V Wd
66 1 0f38 19 vbroadcastsd V Wq
66 0 0f38 3b vpminud V H W
66 0 0f38 58 vpbroadcastd V Wd
66 1 0f38 59 vpbroadcastq V Wq
66 0 0f38 78 vpbroadcastb V Wb
66 0 0f3a 1e vpcmp?ud K H W P
66 1 0f3a 1e vpcmp?uq K H W P
66 0 0f3a 1f vpcmp?d K H W P
66 1 0f3a 1f vpcmp?q K H W P
66 0 0f3a 25 vpternlogd V H W U
66 1 0f3a 25 vpternlogq V H W U
66 0 0f3a 3e vpcmp?ub K H W P
66 1 0f3a 3e vpcmp?uw K H W P
66 0 0f3a 3f vpcmp?b K H W P
66 1 0f3a 3f vpcmp?w K H W P
"""

_ARITHMETIC = ("add", "or", "adc", "sbb", "and", "sub", "xor", "cmp")
_SHIFTS = ("rol", "ror", "", "", "shl", "shr", "", "sar")
_CONDITIONS = "o no b ae e ne be a s ns p np l ge le g".split()
_FLOATS = {0x58: "add", 0x59: "mul", 0x5C: "sub", 0x5D: "min", 0x5E: "div", 0x5F: "max"}
_KINDS = {"np": "ps", "66": "pd", "f3": "ss", "f2": "sd"}
_FUSED = ("maddsub", "msubadd", "madd", "madd", "msub", "msub", "nmadd", "nmadd", "nmsub", "nmsub")
_ORDERS = {9: "132", 10: "213", 11: "231"}


def one_byte_row(opcode: int, reg: int) -> str:
    """The row of an opcode of the first map; "" when there is none. reg: ModRM.reg."""
    if opcode < 0x40 and opcode & 7 < 4:
        return f"{_ARITHMETIC[opcode >> 3]} {('Eb Gb', 'E G', 'Gb Eb', 'G E')[opcode & 3]}"
    if opcode in (0x80, 0x81, 0x83):
        return f"{_ARITHMETIC[reg]} {('Eb S', 'E I', '', 'E S')[opcode & 3]}"
    if opcode in (0xC0, 0xC1, 0xD0, 0xD1, 0xD2, 0xD3) and _SHIFTS[reg]:
        count = {0xC: "U", 0xD: "C" if opcode & 2 else "1"}[opcode >> 4]
        return f"{_SHIFTS[reg]} {'E' if opcode & 1 else 'Eb'} {count}"
    return _row(_GENERAL, f"{opcode:02x}") or _row(_GENERAL, f"{opcode:02x}/{reg}")


def two_byte_row(opcode: int, reg: int) -> str:
    """The row of a general instruction of the map 0f."""
    if 0x40 <= opcode < 0x50:
        return f"cmov{_CONDITIONS[opcode & 15]} G E"
    if 0x90 <= opcode < 0xA0:
        return f"set{_CONDITIONS[opcode & 15]} Eb"
    return _row(_GENERAL, f"0f {opcode:02x}") or _row(_GENERAL, f"0f {opcode:02x}/{reg}")


def sse_row(prefix: str, table: str, opcode: int, w: int) -> str:
    """The row of an SSE instruction. prefix: np, 66, f3, f2; table: 0f, 0f38, 0f3a."""
    if table == "0f":
        if opcode in _FLOATS:
            operand = {"f3": "Wd", "f2": "Wq"}.get(prefix, "W")
            return f"{_FLOATS[opcode]}{_KINDS[prefix]} V H {operand}"
        if prefix == "66" and opcode in (0x6E, 0x7E):
            name = "movq" if w else "movd"
            return f"{name} V Ey" if opcode == 0x6E else f"{name} Ey V"
    return _row(_VECTOR, f"{prefix} {table} {opcode:02x}")


def vex_row(prefix: str, table: str, opcode: int, w: int) -> str:
    """The row of an AVX instruction; most are named after their SSE form."""
    key = f"{prefix} {table} {opcode:02x}"
    row = _fused_row(prefix, table, opcode, w)
    if row or (w and table != "0f"):
        return row
    row = _row(_VEX_ONLY, key)
    if row:
        return row
    row = sse_row(prefix, table, opcode, w)
    return f"v{row}" if row else ""


def evex_row(prefix: str, table: str, opcode: int, w: int) -> str:
    """The row of an AVX-512 instruction."""
    if table == "0f" and opcode in _FLOATS:
        return f"v{sse_row(prefix, table, opcode, w)}" if w == (prefix in ("66", "f2")) else ""
    key = f"{prefix} {w} {table} {opcode:02x}"
    return _row(_EVEX, key) or _fused_row(prefix, table, opcode, w)


def _fused_row(prefix: str, table: str, opcode: int, w: int) -> str:
    """vfmadd and its kin."""
    order, which = _ORDERS.get(opcode >> 4), (opcode & 15) - 6
    if order is None or which < 0 or (prefix, table) != ("66", "0f38"):
        return ""
    scalar = which > 1 and which & 1
    memory = "W" if not scalar else "Wq" if w else "Wd"
    return f"vf{_FUSED[which]}{order}{'s' if scalar else 'p'}{'d' if w else 's'} V H {memory}"


def _row(table: str, key: str) -> str:
    """What follows a key in a table."""
    start = table.find(f"\n{key} ")
    if start < 0:
        return ""
    start += len(key) + 2
    return table[start : table.index("\n", start)]
