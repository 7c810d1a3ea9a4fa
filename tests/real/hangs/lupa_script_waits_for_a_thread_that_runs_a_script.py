# Lua calls a Python function, which waits for a thread that needs the same Lua runtime.
# https://github.com/scoder/lupa/issues/250
import threading

from lupa import LuaRuntime

lua = LuaRuntime()
double = lua.eval("function(x) return 2 * x end")
results = []


def work():
    results.append(double(21))  # <-- here


def in_background():
    worker = threading.Thread(target=work, name="worker")
    worker.start()
    worker.join()  # <-- here


print("READY", flush=True)
lua.eval("function(f) f() end")(in_background)  # <-- also
print(results)
