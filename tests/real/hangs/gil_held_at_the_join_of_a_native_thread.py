# A binding joins the threads of its library without giving the GIL back; the last of them wants to
# call back into Python.
# https://github.com/pybind/pybind11/issues/1273
import ctypes

libc = ctypes.CDLL(None)
binding = ctypes.PyDLL(None)  # holds the GIL during its calls


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
def progress(_):
    print("half done")
    return None


thread = ctypes.c_ulong()
print("READY", flush=True)
binding.pthread_create(ctypes.byref(thread), None, progress, None)
binding.pthread_join(thread, None)  # <-- here
print("done")
