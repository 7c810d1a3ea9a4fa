/* Marks for names of files: what they are, by their ends */
#include <Python.h>
#include <string.h>

static const struct { const char *end, *mark; } KNOWN[] = {
    {".txt", "text"}, {".jpg", "picture"}, {".ogg", "sound"}, {NULL, NULL},
};

static PyObject *mark(PyObject *self, PyObject *args)
{
    PyObject *name;
    if (!PyArg_ParseTuple(args, "U", &name))
        return NULL;
    const char *text = PyUnicode_AsUTF8(name);
    size_t length = strlen(text);
    for (int i = 0; KNOWN[i].end; i++) {
        size_t end = strlen(KNOWN[i].end);
        if (length > end && !strcmp(text + length - end, KNOWN[i].end))
            return PyUnicode_FromString(KNOWN[i].mark);
    }
    return PyUnicode_FromString("other");
}

static PyMethodDef methods[] = {
    {"mark", mark, METH_VARARGS, "What is in a file of that name?"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "marks", NULL, -1, methods};

PyMODINIT_FUNC PyInit_marks(void)
{
    return PyModule_Create(&definition);
}
