#include <Python.h>
#include <ctype.h>
#include <stdlib.h>

static PyObject *squeeze(PyObject *self, PyObject *text)
{
    Py_ssize_t size;
    const char *from = PyUnicode_AsUTF8AndSize(text, &size);
    if (!from)
        return NULL;
    char *scratch = PyMem_Malloc(size + 1), *to = scratch;
    for (; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
    *to = 0;
    PyObject *result = PyUnicode_FromString(scratch);
    free(scratch);
    return result;
}

static PyMethodDef methods[] = {{"squeeze", squeeze, METH_O, "A text without spaces."}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "scratch", NULL, -1, methods};

PyMODINIT_FUNC PyInit_scratch(void)
{
    return PyModule_Create(&module);
}
