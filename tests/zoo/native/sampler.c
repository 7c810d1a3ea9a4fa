#include <pthread.h>
#include <unistd.h>

typedef struct object object;
extern object *PyLong_FromLong(long);
extern object *PyObject_Str(object *);
extern object *PyErr_Occurred(void);
extern int PyList_Append(object *, object *);

static void *sample(void *list) {
    usleep(100000);
    for (long i = 0;; ++i) {
        PyErr_Occurred();
        object *text = PyObject_Str(PyLong_FromLong(1000 + i));
        PyList_Append(list, text);
    }
    return 0;
}

int start_sampler(object *list) {
    pthread_t thread;
    return pthread_create(&thread, 0, sample, list);
}
