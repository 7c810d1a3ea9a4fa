#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* Fills {name} in a text with what the callable gives for the name. */
static PyObject *fill_text(PyObject *self, PyObject *args) {
    const char *text;
    PyObject *lookup;
    char line[64000];
    size_t used = 0;
    if (!PyArg_ParseTuple(args, "sO", &text, &lookup))
        return NULL;
    memset(line, 0, sizeof line);
    while (*text && used < sizeof line - 1) {
        const char *end;
        if (*text != '{' || !(end = strchr(text, '}'))) {
            line[used++] = *text++;
            continue;
        }
        PyObject *part = PyObject_CallFunction(lookup, "s#", text + 1, (Py_ssize_t)(end - text - 1));
        if (!part)
            return NULL;
        Py_ssize_t size;
        const char *letters = PyUnicode_AsUTF8AndSize(part, &size);
        if (!letters) {
            Py_DECREF(part);
            return NULL;
        }
        if ((size_t)size > sizeof line - 1 - used)
            size = sizeof line - 1 - used;
        memcpy(line + used, letters, size);
        used += size;
        Py_DECREF(part);
        text = end + 1;
    }
    return PyUnicode_FromStringAndSize(line, used);
}

static PyMethodDef methods[] = {{"text", fill_text, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "fill", NULL, -1, methods};

PyMODINIT_FUNC PyInit_fill(void) { return PyModule_Create(&module); }
