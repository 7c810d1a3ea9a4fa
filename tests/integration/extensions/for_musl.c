/* An extension module, and a library, whose functions fail in ways that musl notices by itself. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t engine;

static PyObject *read_null(PyObject *self, PyObject *unused) {
    int *volatile nowhere = NULL;
    return PyLong_FromLong(*nowhere);
}

static PyObject *free_twice(PyObject *self, PyObject *unused) {
    void *volatile block = malloc(100);
    free(block);
    free(block);
    Py_RETURN_NONE;
}

static PyObject *check(PyObject *self, PyObject *number) {
    assert(PyLong_AsLong(number) > 0);
    Py_RETURN_NONE;
}

static PyObject *lock_engine(PyObject *self, PyObject *unused) {
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&engine);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

__attribute__((optimize("stack-protector-all"))) int copy(const char *text) {
    char room[16];
    strcpy(room, text);
    return room[3];
}

static PyMethodDef functions[] = {
    {"read_null", read_null, METH_NOARGS, NULL},
    {"free_twice", free_twice, METH_NOARGS, NULL},
    {"check", check, METH_O, NULL},
    {"lock_engine", lock_engine, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "for_musl", NULL, -1, functions};

PyMODINIT_FUNC PyInit_for_musl(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&engine, &kind);
    return PyModule_Create(&module);
}
