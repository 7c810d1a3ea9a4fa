# A table is filled from a generator, and that calls a function of Lua each time.
# https://github.com/scoder/lupa/issues/62
import lupa

lua = lupa.LuaRuntime()
twice = lua.eval("function (number) return number * 2 end")


def numbers(count):
    for number in range(count):
        yield twice(number)  # <-- also


def table(count):
    return lua.table_from(numbers(count))  # <-- here


for count in (1, 3, 2000):
    print(len(list(table(count))))  # <-- also
