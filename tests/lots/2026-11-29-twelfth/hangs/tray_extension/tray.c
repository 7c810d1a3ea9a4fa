/* A tray of letters between two desks. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <semaphore.h>

#define PLACES 8

typedef struct {
    PyObject_HEAD
    PyObject *letters[PLACES];
    unsigned put_at, take_at;
    sem_t full, empty;
} Tray;

static int tray_init(Tray *self, PyObject *args, PyObject *keywords)
{
    sem_init(&self->full, 0, 0);
    sem_init(&self->empty, 0, PLACES);
    return 0;
}

static void tray_dealloc(Tray *self)
{
    for (int i = 0; i < PLACES; i++)
        Py_XDECREF(self->letters[i]);
    sem_destroy(&self->full);
    sem_destroy(&self->empty);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Put a letter down; waits until there is a place. */
static PyObject *tray_put(Tray *self, PyObject *letter)
{
    while (sem_wait(&self->empty))
        ;
    Py_INCREF(letter);
    self->letters[self->put_at++ % PLACES] = letter;
    sem_post(&self->full);
    Py_RETURN_NONE;
}

/* Take a letter; waits until there is one. */
static PyObject *tray_take(Tray *self, PyObject *unused)
{
    unsigned at;
    PyObject *letter;
    Py_BEGIN_ALLOW_THREADS
    while (sem_wait(&self->full))
        ;
    Py_END_ALLOW_THREADS
    at = self->take_at++ % PLACES;
    letter = self->letters[at];
    self->letters[at] = NULL;
    sem_post(&self->empty);
    return letter;
}

static PyMethodDef tray_methods[] = {
    {"put", (PyCFunction)tray_put, METH_O, "put a letter down"},
    {"take", (PyCFunction)tray_take, METH_NOARGS, "take a letter"},
    {NULL},
};

static PyTypeObject TrayType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tray.Tray",
    .tp_basicsize = sizeof(Tray),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)tray_init,
    .tp_dealloc = (destructor)tray_dealloc,
    .tp_methods = tray_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "tray", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_tray(void)
{
    PyObject *made = PyModule_Create(&module);
    if (!made || PyType_Ready(&TrayType) < 0)
        return NULL;
    Py_INCREF(&TrayType);
    PyModule_AddObject(made, "Tray", (PyObject *)&TrayType);
    return made;
}
