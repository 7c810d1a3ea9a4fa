"""One debugger for Python and native code, spoken to by the Debug Adapter Protocol.

    editor ◄──DAP──► session ──► control ◄──DAP──► debugpy, in the program   (python_side)
                                    ▲
                                    ├──────MI────► gdb ──ptrace──► the program (native_side)
                                    └──────reads its memory: the merged stack      (sight)

A core is looked at without the three of them (`postmortem`).

A narrow interface to each side, what both are asked for together above it (`breakpoints`, `frames`,
`stepping`), and a server that is a client of those.
"""
