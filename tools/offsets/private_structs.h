/* Structures that CPython defines in its .c files or in headers it does not install.
 *
 * Each is written down again here from the named upstream file, for offsetof alone. Only the order
 * and the types of the members matter.
 */

#if PY_VERSION_HEX < 0x030B0000
/* Objects/dict-common.h, 3.8 to 3.10. From 3.11 on internal/pycore_dict.h has them. */
typedef struct {
    Py_hash_t me_hash;
    PyObject *me_key;
    PyObject *me_value;
} PyDictKeyEntry;

struct _dictkeysobject {
    Py_ssize_t dk_refcnt;
    Py_ssize_t dk_size;     /* slots of the hash table, a power of two */
    void *dk_lookup;        /* one of the look-up functions */
    Py_ssize_t dk_usable;
    Py_ssize_t dk_nentries;
    char dk_indices[];      /* the hash table, then the entries */
};
#endif

#if PY_VERSION_HEX < 0x030A0000
/* Objects/moduleobject.c, 3.8 and 3.9. From 3.10 on internal/pycore_moduleobject.h has it. */
typedef struct {
    PyObject_HEAD
    PyObject *md_dict;
    struct PyModuleDef *md_def;
    void *md_state;
    PyObject *md_weaklist;
    PyObject *md_name;
} PyModuleObject;
#endif

/* --- objects of the standard library, by the file that defines each -------------------------- */

typedef struct { /* Objects/rangeobject.c */
    PyObject_HEAD
    PyObject *start, *stop, *step, *length;
} rangeobject;

struct af_deque_block { /* Modules/_collectionsmodule.c: BLOCK */
    struct af_deque_block *leftlink;
    PyObject *data[64];
    struct af_deque_block *rightlink;
};

typedef struct { /* Modules/_collectionsmodule.c: dequeobject, up to maxlen */
    PyObject_VAR_HEAD
    struct af_deque_block *leftblock, *rightblock;
    Py_ssize_t leftindex, rightindex;
    size_t state;
    Py_ssize_t maxlen;
} af_deque;

struct af_odict_node { /* Objects/odictobject.c: _ODictNode */
    PyObject *key;
    Py_hash_t hash;
    struct af_odict_node *next, *prev;
};

typedef struct { /* Objects/odictobject.c: PyODictObject, up to od_last */
    PyDictObject od_dict;
    struct af_odict_node *od_first, *od_last;
} af_odict;

#if PY_VERSION_HEX < 0x030E0000
typedef struct { /* Modules/_threadmodule.c, 3.8 to 3.13: lockobject */
    PyObject_HEAD
    void *lock_lock;
    PyObject *in_weakreflist;
    char locked;
} af_lock;

typedef struct { /* Modules/_threadmodule.c, 3.8 to 3.13: rlockobject */
    PyObject_HEAD
    void *rlock_lock;
    unsigned long rlock_owner, rlock_count;
} af_rlock;
#else
typedef struct { /* Modules/_threadmodule.c, 3.14: lockobject, a PyMutex */
    PyObject_HEAD
    PyMutex locked;
} af_lock;

typedef struct { /* Modules/_threadmodule.c, 3.14: rlockobject, a _PyRecursiveMutex */
    PyObject_HEAD
    PyMutex mutex;
    unsigned long long rlock_owner;
    size_t rlock_count; /* acquisitions beyond the first */
} af_rlock;
#endif

typedef struct { /* Modules/_functoolsmodule.c: partialobject, up to kw */
    PyObject_HEAD
    PyObject *fn, *args, *kw;
} af_partial;

typedef struct { /* Modules/arraymodule.c: struct arraydescr, its start */
    char typecode;
    int itemsize;
} af_array_descr;

typedef struct { /* Modules/arraymodule.c: arrayobject, up to ob_descr */
    PyObject_VAR_HEAD
    char *ob_item;
    Py_ssize_t allocated;
    const af_array_descr *ob_descr;
} af_array;

typedef struct { /* Modules/mmapmodule.c: mmap_object, its start */
    PyObject_HEAD
    char *data;
    Py_ssize_t size;
} af_mmap;

typedef struct { /* Modules/_ctypes/ctypes.h: CDataObject, up to b_length */
    PyObject_HEAD
    char *b_ptr;
    int b_needsfree;
    PyObject *b_base;
    Py_ssize_t b_size;
    Py_ssize_t b_length;
} af_cdata;
