"""The functions of memory allocators, by name."""

from __future__ import annotations

_FUNCTIONS = (
    # glibc (malloc/malloc.c) and musl
    "malloc free cfree calloc realloc reallocarray memalign aligned_alloc posix_memalign valloc "
    "malloc_consolidate malloc_printerr sysmalloc systrim unlink_chunk checked_request2size "
    "ptmalloc_init heap_trim munmap_chunk mremap_chunk __malloc_fork_lock_parent "
    # CPython (Objects/obmalloc.c)
    "PyObject_Malloc PyObject_Calloc PyObject_Realloc PyObject_Free PyMem_Malloc PyMem_Calloc "
    "PyMem_Realloc PyMem_Free _PyObject_Malloc _PyObject_Calloc _PyObject_Realloc _PyObject_Free "
    "address_in_range new_arena allocate_from_new_pool insert_to_freepool insert_to_usedpool "
    # C++
    "_Znwm _Znam _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm operator"
)
PREFIXES = (
    "_int_",
    "__libc_malloc",
    "__libc_free",
    "__libc_calloc",
    "__libc_realloc",
    "__libc_memalign",
    "__GI___libc_free",
    "__GI___libc_malloc",
    "__GI___libc_realloc",
    "tcache_",
    "pymalloc_",
    "_PyMem_Raw",
    "_PyMem_Debug",
    "arena_get",
    "je_",
    "jemalloc",
    "mi_",
    "_mi_",
    "tc_",
    "mallocx",
)
FUNCTIONS = frozenset(_FUNCTIONS.split())


def is_allocator_function(symbol: str) -> bool:
    """symbol: also of what the compiler made of one, "unlink_chunk.constprop.0"."""
    return symbol.partition(".")[0] in FUNCTIONS or symbol.startswith(PREFIXES)
