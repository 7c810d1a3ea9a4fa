#include <Python.h>
#include <chrono>
#include <cstdio>
#include <exception>
#include <thread>

static PyObject *handler;

static void deliver(long number)
{
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(handler, "l", number);
    if (!result)
        PyErr_WriteUnraisable(handler);
    Py_XDECREF(result);
    PyGILState_Release(state);
}

static void pump(int milliseconds) noexcept
{
    for (long number = 0;; number++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        deliver(number);
    }
}

static PyObject *bridge_start(PyObject *self, PyObject *args)
{
    int milliseconds;
    PyObject *function;
    if (!PyArg_ParseTuple(args, "Oi", &function, &milliseconds))
        return NULL;
    Py_INCREF(function);
    handler = function;
    std::thread(pump, milliseconds).detach();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", bridge_start, METH_VARARGS, "deliver traces to a function"},
    {nullptr, nullptr, 0, nullptr},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "bridge", nullptr, -1, methods};

PyMODINIT_FUNC PyInit_bridge()
{
    return PyModule_Create(&module);
}
