# A host function raises what is no Exception: it gets past the trampoline, whose result stays
# unset, and the engine frees it.
# https://github.com/bytecodealliance/wasmtime-py/issues/336
import wasmtime

MODULE = """
(module
  (import "host" "poll" (func $poll))
  (func (export "run") call $poll))
"""


class Stopped(BaseException):
    pass


def poll() -> None:
    raise Stopped("by the user")  # <-- also


def start():
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    linker = wasmtime.Linker(engine)
    linker.define_func("host", "poll", wasmtime.FuncType([], []), poll)
    instance = linker.instantiate(store, wasmtime.Module(engine, MODULE))
    run = instance.exports(store)["run"]
    for _ in range(100):
        run(store)  # <-- here


start()
