import os

import cffi

os.chdir(os.path.dirname(os.path.abspath(__file__)))
builder = cffi.FFI()
builder.cdef("""
    typedef struct document document;
    typedef struct page page;
    document *document_new(int width, int height);
    void document_free(document *d);
    page *document_add(document *d);
    void page_free(page *p);
    void page_line(page *p, int row, unsigned char ink);
    long page_ink(const page *p);
""")
builder.set_source("_pages", open("pages.c").read(), extra_compile_args=["-g", "-O1"])
builder.compile(verbose=False)
