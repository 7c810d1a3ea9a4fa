import os

import cffi

os.chdir(os.path.dirname(os.path.abspath(__file__)))
builder = cffi.FFI()
builder.cdef("""
    extern "Python" void lantern_lit(void *owner, int number);
    void row_add(void *owner);
    int row_light(int number);
""")
builder.set_source("_lanterns", """
    static void lantern_lit(void *owner, int number);
    static void *owners[64];
    static int known;
    void row_add(void *owner) { owners[known++ % 64] = owner; }
    int row_light(int number)
    {
        int lit = 0;
        for (int i = 0; i < known && i < 64; i++)
            if (i % number == 0) {
                lantern_lit(owners[i], i);
                lit++;
            }
        return lit;
    }
""", extra_compile_args=["-g", "-O1"])
builder.compile(verbose=False)
