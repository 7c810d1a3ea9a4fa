/* Titles of songs, as they are sorted */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <ctype.h>

static PyObject *sort_key(PyObject *self, PyObject *title)
{
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(title, &length);
    if (!text)
        return NULL;
    while (length && !isalnum((unsigned char)*text)) {
        text++;
        length--;
    }
    return PyUnicode_FromStringAndSize(text, length);
}

/* shorten(title, length, mark="...") */
static PyObject *shorten(PyObject *self, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"title", "length", "mark", NULL};
    const char *mark = "...";
    Py_ssize_t length;
    PyObject *title;
    if (keywords && PyDict_Size(keywords) > 2) {
        PyErr_SetString(PyExc_TypeError, "at most two keywords");
        return NULL;
    }
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Un|s", names, &title, &length, &mark))
        return NULL;
    if (PyUnicode_GetLength(title) <= length)
        return Py_NewRef(title);
    PyObject *start = PyUnicode_Substring(title, 0, length);
    if (!start)
        return NULL;
    PyObject *made = PyUnicode_FromFormat("%U%s", start, mark);
    Py_DECREF(start);
    return made;
}

static PyMethodDef methods[] = {
    {"sort_key", sort_key, METH_O, "What a title is sorted by."},
    {"shorten", (PyCFunction)(void (*)(void))shorten, METH_VARARGS | METH_KEYWORDS, "A shorter title."},
    {"shortest", (PyCFunction)(void (*)(void))shorten, METH_FASTCALL | METH_KEYWORDS, "For labels."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "titles", NULL, -1, methods};

PyMODINIT_FUNC PyInit_titles(void)
{
    return PyModule_Create(&definition);
}
