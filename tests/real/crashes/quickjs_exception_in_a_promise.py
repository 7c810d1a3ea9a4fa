# A Python function that an async function of JavaScript awaits raises.
# https://github.com/PetterS/quickjs/issues/66
import quickjs


def fetch():
    raise LookupError("no such page")


context = quickjs.Context()
context.add_callable("fetch", fetch)
context.eval("async function page() { await fetch() }")
context.eval("page()")  # <-- here
