/* Checksums of parcels, without the GIL. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static unsigned sum_of(const unsigned char *data, Py_ssize_t size)
{
    unsigned sum = 1;
    for (Py_ssize_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    return sum;
}

static PyObject *sums_check(PyObject *module, PyObject *args)
{
    Py_buffer data;
    unsigned wanted, sum;
    if (!PyArg_ParseTuple(args, "y*I", &data, &wanted))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    if (data.len == 0) {
        PyBuffer_Release(&data);
        return PyBool_FromLong(wanted == 1);
    }
    sum = sum_of(data.buf, data.len);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&data);
    return PyBool_FromLong(sum == wanted);
}

static PyObject *sums_make(PyObject *module, PyObject *args)
{
    Py_buffer data;
    unsigned sum;
    if (!PyArg_ParseTuple(args, "y*", &data))
        return NULL;
    sum = sum_of(data.buf, data.len);
    PyBuffer_Release(&data);
    return PyLong_FromUnsignedLong(sum);
}

static PyMethodDef methods[] = {
    {"check", sums_check, METH_VARARGS, "is that the checksum of it?"},
    {"make", sums_make, METH_VARARGS, "the checksum"},
    {NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "sums", NULL, -1, methods};

PyMODINIT_FUNC PyInit_sums(void)
{
    return PyModule_Create(&module);
}
