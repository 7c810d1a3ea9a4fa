// Sums over blocks; other threads may run meanwhile.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>

static PyObject *sum_blocks(PyObject *, PyObject *args)
{
    Py_buffer data;
    Py_ssize_t size;
    PyObject *progress;
    if (!PyArg_ParseTuple(args, "y*nO", &data, &size, &progress))
        return nullptr;
    uint64_t sum = 0;
    const unsigned char *bytes = static_cast<const unsigned char *>(data.buf);
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t start = 0; start < data.len; start += size) {
        Py_ssize_t end = start + size < data.len ? start + size : data.len;
        for (Py_ssize_t i = start; i < end; i++)
            sum = sum * 31 + bytes[i];
        if (progress != Py_None && start % (size * 64) == 0) {
            PyObject *done = PyObject_CallFunction(progress, "n", end);
            Py_XDECREF(done);
        }
    }
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&data);
    return PyLong_FromUnsignedLongLong(sum);
}

static PyMethodDef methods[] = {
    {"sum_blocks", sum_blocks, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "checksums", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC PyInit_checksums()
{
    return PyModule_Create(&module);
}
