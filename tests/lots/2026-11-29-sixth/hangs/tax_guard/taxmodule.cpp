// Rates of tax, of a table that is read once
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <map>
#include <string>

struct Table {
    std::map<std::string, double> rates;

    explicit Table(PyObject *reader)
    {
        PyObject *rows = PyObject_CallNoArgs(reader);
        PyObject *name, *rate;
        Py_ssize_t at = 0;
        while (rows && PyDict_Next(rows, &at, &name, &rate))
            rates[PyUnicode_AsUTF8(name)] = PyFloat_AsDouble(rate);
        Py_XDECREF(rows);
    }
};

static PyObject *rate(PyObject *, PyObject *args)
{
    PyObject *reader;
    const char *name;
    if (!PyArg_ParseTuple(args, "Os", &reader, &name))
        return nullptr;
    static const Table table(reader);
    auto found = table.rates.find(name);
    return PyFloat_FromDouble(found == table.rates.end() ? 0 : found->second);
}

static PyMethodDef methods[] = {{"rate", rate, METH_VARARGS, nullptr}, {nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "tax", nullptr, -1, methods};
PyMODINIT_FUNC PyInit_tax() { return PyModule_Create(&module); }
