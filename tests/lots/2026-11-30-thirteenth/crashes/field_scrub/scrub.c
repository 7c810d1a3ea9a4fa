#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Overwrite digits by '#' in place, from `start` on, and count them. */
static PyObject *digits(PyObject *self, PyObject *args)
{
    Py_buffer view;
    Py_ssize_t start = 0, number = 0;
    if (!PyArg_ParseTuple(args, "y*|n", &view, &start))
        return NULL;
    char *text = view.buf;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = start; i < view.len; i++)
        if (text[i] >= '0' && text[i] <= '9') {
            text[i] = '#';
            number++;
        }
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&view);
    return PyLong_FromSsize_t(number);
}

static PyMethodDef methods[] = {
    {"digits", digits, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_scrub", NULL, -1, methods};

PyMODINIT_FUNC PyInit__scrub(void)
{
    return PyModule_Create(&module);
}
