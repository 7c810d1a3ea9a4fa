/* A container type that visits a member for the garbage collector without owning it. */
#include <stddef.h>

typedef struct object { ptrdiff_t refcnt; struct object *type; } object;
typedef int (*visitproc)(object *, void *);
typedef struct { int slot; void *function; } PyType_Slot;
typedef struct {
    const char *name;
    int basicsize, itemsize;
    unsigned flags;
    PyType_Slot *slots;
} PyType_Spec;
enum { tp_dealloc = 52, tp_new = 65, tp_traverse = 71 };
enum { HAVE_GC = 1 << 14, DEFAULT = 1 << 18 };
extern object *PyType_FromSpec(PyType_Spec *);
extern object *PyType_GenericNew(object *, object *, object *);
extern void PyObject_GC_UnTrack(void *);
extern void PyObject_GC_Del(void *);
extern void Py_DecRef(object *);

typedef struct { object head; object *member; } slot;

static int slot_traverse(slot *self, visitproc visit, void *arg) {
    return self->member ? visit(self->member, arg) : 0;
}

static void slot_dealloc(slot *self) {
    object *type = self->head.type;
    PyObject_GC_UnTrack(self);
    PyObject_GC_Del(self);
    Py_DecRef(type);
}

static PyType_Slot slots[] = {
    {tp_dealloc, (void *)slot_dealloc},
    {tp_traverse, (void *)slot_traverse},
    {tp_new, (void *)PyType_GenericNew},
    {0, NULL},
};
static PyType_Spec spec = {"zoo.Slot", sizeof(slot), 0, HAVE_GC | DEFAULT, slots};

object *make_type(void) { return PyType_FromSpec(&spec); }

/* should keep a reference of its own */
void set_member(slot *self, object *member) { self->member = member; }
