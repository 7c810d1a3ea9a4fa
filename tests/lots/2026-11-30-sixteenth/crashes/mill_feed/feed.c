#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <unistd.h>

/* A belt: sacks are put on it, and its thread grinds them one after the other. */

#define ROOM 64

typedef struct {
    double weight;
    PyObject *label;
} Sack;

static Sack belt[ROOM];
static int head, tail, stopping;
static double ground;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static pthread_t miller;

static void grind(Sack *sack)
{
    usleep(2000);
    ground += sack->weight * 0.97;
    Py_CLEAR(sack->label);
}

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (head == tail && !stopping)
            pthread_cond_wait(&moved, &lock);
        if (head == tail) {
            pthread_mutex_unlock(&lock);
            return NULL;
        }
        Sack sack = belt[head % ROOM];
        head++;
        pthread_cond_broadcast(&moved);
        pthread_mutex_unlock(&lock);
        grind(&sack);
    }
}

static PyObject *feed_start(PyObject *self, PyObject *unused)
{
    if (pthread_create(&miller, NULL, work, NULL))
        return PyErr_SetFromErrno(PyExc_OSError);
    Py_RETURN_NONE;
}

static PyObject *feed_put(PyObject *self, PyObject *args)
{
    double weight;
    PyObject *label;
    if (!PyArg_ParseTuple(args, "dO", &weight, &label))
        return NULL;
    Py_INCREF(label);
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&lock);
    while (tail - head == ROOM)
        pthread_cond_wait(&moved, &lock);
    belt[tail % ROOM] = (Sack){weight, label};
    tail++;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&lock);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *feed_stop(PyObject *self, PyObject *unused)
{
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&lock);
    stopping = 1;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&lock);
    pthread_join(miller, NULL);
    Py_END_ALLOW_THREADS
    return PyFloat_FromDouble(ground);
}

static PyMethodDef methods[] = {
    {"start", feed_start, METH_NOARGS, "start the miller"},
    {"put", feed_put, METH_VARARGS, "put(weight, label): a sack on the belt"},
    {"stop", feed_stop, METH_NOARGS, "wait for the last sack; what was ground"},
    {NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "feed", NULL, -1, methods};

PyMODINIT_FUNC PyInit_feed(void)
{
    return PyModule_Create(&module);
}
