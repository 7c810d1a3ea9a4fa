/* Reads quantities as people write them: "12 mi/h", "3 kg". */
#include <Python.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct unit {
    const char *name;
    double factor;
} UNITS[] = {
    {"m", 1}, {"km", 1000}, {"mi", 1609.344}, {"ft", 0.3048}, {"km/h", 1 / 3.6}, {"mi/h", 0.44704},
    {"kn", 0.514444}, {"g", 0.001}, {"kg", 1}, {"lb", 0.45359237}, {"s", 1}, {"min", 60}, {"h", 3600},
};

static const struct unit *find(const char *name)
{
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        if (strcmp(UNITS[i].name, name) == 0)
            return &UNITS[i];
    return NULL;
}

static PyObject *parse(PyObject *module, PyObject *args)
{
    const char *text;
    char *end;
    if (!PyArg_ParseTuple(args, "s", &text))
        return NULL;
    double number = strtod(text, &end);
    if (end == text)
        return PyErr_Format(PyExc_ValueError, "no number in '%s'", text);
    while (isspace((unsigned char)*end))
        end++;
    const struct unit *unit = find(end);
    if (unit == NULL)
        return PyErr_Format(PyExc_LookupError, "unknown unit %R in '%s'", end, text);
    return PyFloat_FromDouble(number * unit->factor);
}

static PyMethodDef methods[] = {
    {"parse", parse, METH_VARARGS, "A quantity in units of SI."},
    {NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "units", NULL, -1, methods};

PyMODINIT_FUNC PyInit_units(void)
{
    return PyModule_Create(&module);
}
