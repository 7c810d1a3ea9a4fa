# zoo: cause=python-fatal-error signal=SIGABRT text=Py_EndInterpreter
import ctypes

api = ctypes.pythonapi
api.PyThreadState_Get.restype = ctypes.c_void_p
api.Py_EndInterpreter.argtypes = [ctypes.c_void_p]


def clean_up():
    api.Py_EndInterpreter(api.PyThreadState_Get())  # <-- here


clean_up()
