#include <Python.h>
#include <pthread.h>

/* A small ring of sacks between the thread that fills and the one that grinds. */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int sacks;

static PyObject *fill(PyObject *self, PyObject *args)
{
    int number;
    if (!PyArg_ParseTuple(args, "i", &number))
        return NULL;
    pthread_mutex_lock(&mutex);
    sacks += number;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    Py_RETURN_NONE;
}

static PyObject *grind(PyObject *self, PyObject *Py_UNUSED(args))
{
    pthread_mutex_lock(&mutex);
    while (sacks == 0)
        pthread_cond_wait(&filled, &mutex);
    sacks--;
    int left = sacks;
    pthread_mutex_unlock(&mutex);
    return PyLong_FromLong(left);
}

static PyMethodDef methods[] = {
    {"fill", fill, METH_VARARGS, "Bring sacks."},
    {"grind", grind, METH_NOARGS, "Grind one sack, or wait for it."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "millstone", NULL, -1, methods};

PyMODINIT_FUNC PyInit_millstone(void)
{
    return PyModule_Create(&module);
}
