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
typedef struct { /* Modules/_threadmodule.c, 3.8 to 3.13.0: lockobject; 3.13.5 has a PyMutex */
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

typedef struct { /* Objects/lazyimportobject.c, 3.15: PyLazyImportObject, up to lz_attr */
    PyObject_HEAD
    PyObject *lz_builtins, *lz_from, *lz_attr;
} af_lazy_import;

typedef struct { /* Objects/sentinelobject.c, 3.15: sentinelobject */
    PyObject_HEAD
    PyObject *name, *module, *repr;
} af_sentinel;

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

#if PY_VERSION_HEX < 0x030D0000
typedef struct { /* Modules/_queuemodule.c, 3.8 to 3.12: simplequeueobject */
    PyObject_HEAD
    void *lock;
    int locked;
    PyObject *lst;
    Py_ssize_t lst_pos;
} af_simple_queue;
#else
typedef struct { /* Modules/_queuemodule.c, 3.13: simplequeueobject and its RingBuf */
    PyObject_HEAD
    bool has_threads_waiting;
    Py_ssize_t put_idx, get_idx;
    PyObject **items;
    Py_ssize_t items_cap, num_items;
} af_simple_queue;

typedef struct { /* Modules/_threadmodule.c, 3.13: PyThreadHandleObject */
    PyObject_HEAD
    struct af_thread_handle *handle;
} af_thread_handle_object;

struct af_thread_handle { /* Modules/_threadmodule.c, 3.13: ThreadHandle, up to the event */
    struct llist_node node, shutdown_node;
    unsigned long long ident;
    unsigned long os_handle;
    int has_os_handle;
    int state;
    PyMutex mutex;
    PyEvent thread_is_exiting;
};
#endif

struct af_wait_entry { /* Python/parking_lot.c, 3.13: struct wait_entry, up to sema */
    void *park_arg;
    uintptr_t addr; /* of the byte that the thread waits for */
    long sema[4];   /* a sem_t: the futex word is its start */
};

#if PY_VERSION_HEX < 0x030A0600
#define AF_FUTURE_EXCEPTION PyObject *fut_exception;
#else
#define AF_FUTURE_EXCEPTION PyObject *fut_exception, *fut_exception_tb;
#endif
#if PY_VERSION_HEX < 0x03090000
#define AF_FUTURE_TAIL int fut_state, fut_log_tb, fut_blocking; PyObject *dict, *weakreflist;
#elif PY_VERSION_HEX < 0x030B0000
#define AF_FUTURE_TAIL PyObject *fut_cancel_msg; int fut_state, fut_log_tb, fut_blocking; \
    PyObject *dict, *weakreflist; _PyErr_StackItem fut_cancelled_exc_state;
#elif PY_VERSION_HEX < 0x030D0000
#define AF_FUTURE_TAIL PyObject *fut_cancel_msg; int fut_state, fut_log_tb, fut_blocking; \
    PyObject *dict, *weakreflist, *fut_cancelled_exc;
#elif PY_VERSION_HEX < 0x030E0000
#define AF_FUTURE_TAIL PyObject *fut_cancel_msg, *fut_cancelled_exc; int fut_state, fut_bits;
#else
#define AF_FUTURE_TAIL PyObject *fut_cancel_msg, *fut_cancelled_exc, *fut_awaited_by; \
    int fut_state, fut_bits;
#endif
#define AF_FUTURE \
    PyObject_HEAD PyObject *fut_loop, *fut_callback0, *fut_context0, *fut_callbacks; \
    AF_FUTURE_EXCEPTION PyObject *fut_result, *fut_source_tb; AF_FUTURE_TAIL

typedef struct { /* Modules/_asynciomodule.c: FutureObj */
    AF_FUTURE
} af_future;

typedef struct { /* Modules/_asynciomodule.c: TaskObj, up to task_node */
    AF_FUTURE
#if PY_VERSION_HEX >= 0x030D0000
    unsigned task_bits;
    int task_num_cancels_requested;
#endif
    PyObject *task_fut_waiter, *task_coro, *task_name, *task_context;
#if PY_VERSION_HEX >= 0x030E0000
    struct llist_node task_node; /* of the list of its thread, or of its interpreter */
#endif
} af_task;

typedef struct { /* Modules/_asynciomodule.c: futureiterobject */
    PyObject_HEAD
    PyObject *future;
} af_future_iter;

typedef struct { /* Objects/genobject.c: PyCoroWrapper */
    PyObject_HEAD
    PyObject *cw_coroutine;
} af_coro_wrapper;

typedef struct { /* Objects/genobject.c: PyAsyncGenASend and PyAsyncGenAThrow, their start */
    PyObject_HEAD
    PyObject *ags_gen;
} af_asend;

typedef struct { /* Modules/socketmodule.h: PySocketSockObject, its start */
    PyObject_HEAD
    int sock_fd;
} af_socket;

typedef struct { /* Modules/_multiprocessing/semaphore.c: SemLockObject */
    PyObject_HEAD
    void *handle; /* sem_t * in shared memory */
    unsigned long last_tid;
    int count;
    int maxvalue;
    int kind; /* 0 recursive, 1 semaphore */
    char *name;
} af_sem_lock;
