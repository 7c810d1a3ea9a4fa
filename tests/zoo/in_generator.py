# zoo: cause=null-dereference signal=SIGSEGV first=yes
import ctypes


def chunks(addresses):
    for address in addresses:
        yield ctypes.string_at(address, 4)  # <-- here


def total(parts):
    return sum(len(part) for part in parts)


text = ctypes.create_string_buffer(b"abcdefgh")
print(total(chunks([ctypes.addressof(text), 0x18])))
