#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static char *framed(const char *word, Py_ssize_t length)
{
    char *made = PyMem_Malloc(length + 3);
    made[0] = '[';
    memcpy(made + 1, word, length);
    strcpy(made + 1 + length, "]");
    return made;
}

static PyObject *frame(PyObject *self, PyObject *args)
{
    const char *word;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "s#", &word, &length))
        return NULL;
    char *made = framed(word, length);
    PyObject *result = PyUnicode_FromString(made);
    free(made);
    return result;
}

static PyMethodDef methods[] = {{"frame", frame, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "frames", NULL, -1, methods};
PyMODINIT_FUNC PyInit_frames(void) { return PyModule_Create(&module); }
