#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* The place of the strongest echo of a ping, given as an object with a buffer of floats. */
static PyObject *depth_strongest(PyObject *self, PyObject *args) {
    PyObject *ping, *answer = NULL;
    Py_buffer view = {0};
    double metres;
    if (!PyArg_ParseTuple(args, "Od", &ping, &metres))
        return NULL;
    if (PyObject_GetBuffer(ping, &view, PyBUF_CONTIG_RO) < 0)
        goto done;
    const float *values = view.buf;
    Py_ssize_t number = view.len / sizeof(float), best = 0;
    if (!number) {
        PyErr_SetString(PyExc_ValueError, "an empty ping");
        goto done;
    }
    for (Py_ssize_t i = 1; i < number; i++)
        if (values[i] > values[best])
            best = i;
    answer = PyFloat_FromDouble(best * metres / number);
done:
    if (view.obj)
        PyBuffer_Release(&view);
    Py_DECREF(ping);
    return answer;
}

static PyMethodDef methods[] = {{"strongest", depth_strongest, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "depth", NULL, -1, methods};

PyMODINIT_FUNC PyInit_depth(void) { return PyModule_Create(&module); }
