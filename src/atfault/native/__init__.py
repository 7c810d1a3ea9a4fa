"""Native code of the target: ELF modules, unwinding, JIT objects, symbols and lines."""
