#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    char *text;
    size_t used, room;
} Out;

static int out(Out *o, const char *text, size_t size)
{
    if (o->used + size > o->room) {
        size_t room = (o->used + size) * 2 + 64;
        char *grown = PyMem_Realloc(o->text, room);
        if (!grown) {
            PyErr_NoMemory();
            return -1;
        }
        o->text = grown;
        o->room = room;
    }
    memcpy(o->text + o->used, text, size);
    o->used += size;
    return 0;
}

static int encode(Out *o, PyObject *value);

static int encode_text(Out *o, PyObject *value)
{
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(value, &size);
    if (!text || out(o, "\"", 1) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < size; i++) {
        if ((text[i] == '"' || text[i] == '\\') && out(o, "\\", 1) < 0)
            return -1;
        if (out(o, text + i, 1) < 0)
            return -1;
    }
    return out(o, "\"", 1);
}

static int encode_dict(Out *o, PyObject *value)
{
    PyObject *key, *item;
    Py_ssize_t at = 0;
    int first = 1;
    if (out(o, "{", 1) < 0)
        return -1;
    while (PyDict_Next(value, &at, &key, &item)) {
        if (!first && out(o, ",", 1) < 0)
            return -1;
        first = 0;
        if (encode_text(o, key) < 0 || out(o, ":", 1) < 0 || encode(o, item) < 0)
            return -1;
    }
    return out(o, "}", 1);
}

static int encode_list(Out *o, PyObject *value)
{
    if (out(o, "[", 1) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(value); i++) {
        if (i && out(o, ",", 1) < 0)
            return -1;
        if (encode(o, PyList_GET_ITEM(value, i)) < 0)
            return -1;
    }
    return out(o, "]", 1);
}

static int encode(Out *o, PyObject *value)
{
    if (value == Py_None)
        return out(o, "null", 4);
    if (PyUnicode_Check(value))
        return encode_text(o, value);
    if (PyDict_Check(value))
        return encode_dict(o, value);
    if (PyList_Check(value))
        return encode_list(o, value);
    PyObject *text = PyObject_Str(value);
    if (!text)
        return -1;
    Py_ssize_t size;
    const char *chars = PyUnicode_AsUTF8AndSize(text, &size);
    int done = chars ? out(o, chars, size) : -1;
    Py_DECREF(text);
    return done;
}

static PyObject *dumps(PyObject *self, PyObject *value)
{
    Out o = {NULL, 0, 0};
    PyObject *result = NULL;
    if (encode(&o, value) == 0)
        result = PyBytes_FromStringAndSize(o.text, o.used);
    PyMem_Free(o.text);
    return result;
}

static PyMethodDef methods[] = {
    {"dumps", dumps, METH_O, "Encode as JSON."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_fastjson", NULL, -1, methods};

PyMODINIT_FUNC PyInit__fastjson(void)
{
    return PyModule_Create(&module);
}
