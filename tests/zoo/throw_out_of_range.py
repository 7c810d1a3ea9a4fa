# zoo: cause=uncaught-cpp-exception signal=SIGABRT core=yes text=std::out_of_range,no_such_column first=yes
import ctypes

runtime = ctypes.CDLL("libstdc++.so.6")
throw_out_of_range = getattr(runtime, "_ZSt20__throw_out_of_rangePKc")


def lookup(name):
    columns = {"a": 0, "b": 1}
    if name not in columns:
        throw_out_of_range(b"no_such_column")  # <-- here
    return columns[name]


print(lookup("a"), lookup("c"))
