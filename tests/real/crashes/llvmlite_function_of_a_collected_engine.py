# Only the address of the compiled function is kept, not the engine that owns its code.
# https://github.com/numba/llvmlite/issues/232
import ctypes

import llvmlite.binding as llvm

SOURCE = """
define double @average(double %a, double %b) {
  %sum = fadd double %a, %b
  %half = fmul double %sum, 5.0e-1
  ret double %half
}
"""


def compile_average():
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(SOURCE), machine)
    engine.finalize_object()
    address = engine.get_function_address("average")
    return ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(address)


average = compile_average()
print(average(1.0, 4.0))  # <-- here
