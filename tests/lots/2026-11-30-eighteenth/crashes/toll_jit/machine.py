"""Tolls are formulas in LLVM's language, which engineers write by hand."""

import ctypes

import llvmlite.binding as llvm

HEAD = 'declare double @llvm.sqrt.f64(double)\ndeclare double @toll_weekend(double)\n'


class Machine:
    def __init__(self):
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple().create_target_machine(opt=2)
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self.functions = {}

    def add(self, name, body):
        text = f"{HEAD}\ndefine double @{name}(double %km) {{\n{body}\n}}\n"
        module = llvm.parse_assembly(text)
        module.verify()
        self.engine.add_module(module)
        self.engine.finalize_object()
        address = self.engine.get_function_address(name)
        self.functions[name] = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)

    def toll(self, name, km):
        return self.functions[name](km)
