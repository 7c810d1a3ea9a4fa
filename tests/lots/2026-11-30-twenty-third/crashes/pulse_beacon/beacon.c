#include <Python.h>
#include <pthread.h>
#include <unistd.h>

struct state {
    PyObject *listener;
    pthread_t thread;
    volatile int stop;
    long count, told;
    double pulses[65536];
};

typedef struct {
    PyObject_HEAD
    struct state *state;
} Beacon;

static int tell(void *argument) {
    struct state *state = argument;
    if (state->told == state->count) return 0;
    state->told = state->count;
    PyObject *result = PyObject_CallFunction(state->listener, "ld", state->count, state->pulses[(state->count - 1) & 65535]);
    if (!result) return -1;
    Py_DECREF(result);
    return 0;
}

static void *run(void *argument) {
    struct state *state = argument;
    while (!state->stop) {
        usleep(1000);
        state->pulses[state->count & 65535] = (state->count * 37 % 100) / 10.0;
        if (++state->count % 50 == 0) Py_AddPendingCall(tell, state);
    }
    if (state->count % 50) Py_AddPendingCall(tell, state);
    return NULL;
}

static PyObject *beacon_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *listener;
    if (!PyArg_ParseTuple(args, "O", &listener)) return NULL;
    Beacon *self = (Beacon *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->state = calloc(1, sizeof *self->state);
    Py_INCREF(listener);
    self->state->listener = listener;
    self->state->count = 1;
    pthread_create(&self->state->thread, NULL, run, self->state);
    return (PyObject *)self;
}

static PyObject *beacon_close(PyObject *object, PyObject *unused) {
    Beacon *self = (Beacon *)object;
    if (!self->state) Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS
    self->state->stop = 1;
    pthread_join(self->state->thread, NULL);
    Py_END_ALLOW_THREADS
    long count = self->state->count;
    Py_DECREF(self->state->listener);
    free(self->state);
    self->state = NULL;
    return PyLong_FromLong(count);
}

static PyMethodDef methods[] = {{"close", beacon_close, METH_NOARGS, NULL}, {NULL}};
static PyTypeObject type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "beacon.Beacon", .tp_basicsize = sizeof(Beacon), .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = beacon_new, .tp_methods = methods,
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "beacon", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_beacon(void) {
    PyObject *m = PyModule_Create(&module);
    if (!m || PyType_Ready(&type) < 0) return NULL;
    Py_INCREF(&type);
    PyModule_AddObject(m, "Beacon", (PyObject *)&type);
    return m;
}
