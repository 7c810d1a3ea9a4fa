#include <Python.h>
#include <string>

#include "parts.hpp"

struct Lamp : Port {
    long level = 0;
    long send(long value) override { return level = value; }
};

struct Arm : Named, Port {
    std::string label;
    long angle = 0;
    explicit Arm(const char *text) : label(text) {}
    bool before(const Named *other) const override { return label < other->name(); }
    const char *name() const override { return label.c_str(); }
    long send(long value) override { return angle += value; }
};

static PyObject *make_lamp(PyObject *self, PyObject *args) { return PyCapsule_New(new Lamp, "robot.port", NULL); }

static PyObject *make_arm(PyObject *self, PyObject *args) {
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text))
        return NULL;
    return PyCapsule_New(new Arm(text), "robot.port", NULL);
}

static PyMethodDef methods[] = {
    {"lamp", make_lamp, METH_NOARGS, NULL}, {"arm", make_arm, METH_VARARGS, NULL}, {NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "arm", NULL, -1, methods};

PyMODINIT_FUNC PyInit_arm(void) { return PyModule_Create(&module); }
