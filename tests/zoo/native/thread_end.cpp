// A thread-local object that calls Python when its thread ends, the main thread's after Python.
typedef struct object object;
extern "C" {
object *PyObject_CallObject(object *, object *);
void Py_IncRef(object *);
void set_hook(object *);
}

struct Hook {
    object *callable = nullptr;
    ~Hook() {
        if (callable) PyObject_CallObject(callable, nullptr);
    }
};
static thread_local Hook hook;

void set_hook(object *callable) {
    Py_IncRef(callable);
    hook.callable = callable;
}
