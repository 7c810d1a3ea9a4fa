/* Counts which letters stand side by side in a text, for the kerning of a font. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

int tally_width(void)
{
    return 26;
}

static int place(Py_UCS4 letter)
{
    return letter >= 'a' && letter <= 'z' ? (int)(letter - 'a') : -1;
}

PyObject *tally_rows(PyObject *text)
{
    PyObject *rows = PyList_New(26);
    for (int i = 0; i < 26; i++)
        PyList_SET_ITEM(rows, i, PyLong_FromLong(0));
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    for (Py_ssize_t i = 0; i < length; i++) {
        int at = place(PyUnicode_READ_CHAR(text, i));
        if (at < 0)
            continue;
        long before = PyLong_AsLong(PyList_GET_ITEM(rows, at));
        PyList_SetItem(rows, at, PyLong_FromLong(before + 1));
    }
    return rows;
}
