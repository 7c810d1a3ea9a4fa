"""Compiles formulas to machine code with LLVM."""

import ctypes

import llvmlite.binding as llvm
import llvmlite.ir as ir

for name in ("initialize", "initialize_native_target", "initialize_native_asmprinter"):
    try:
        getattr(llvm, name)()
    except RuntimeError:
        pass  # newer versions of llvmlite do that by themselves

DOUBLE = ir.DoubleType()
OPERATIONS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


def build(name, tokens):
    """A module with one function of x, for a formula in reverse Polish notation."""
    module = ir.Module(name)
    function = ir.Function(module, ir.FunctionType(DOUBLE, [DOUBLE]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    stack = []
    for token in tokens:
        if token in OPERATIONS:
            right, left = stack.pop(), stack.pop()
            stack.append(getattr(builder, OPERATIONS[token])(left, right))
        elif token == "x":
            stack.append(function.args[0])
        else:
            stack.append(ir.Constant(DOUBLE, float(token)))
    builder.ret(stack.pop())
    return module


def compile_formula(name, text):
    parsed = llvm.parse_assembly(str(build(name, text.split())))
    parsed.verify()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(parsed, machine)
    engine.finalize_object()
    address = engine.get_function_address(name)
    return ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)
