import os

import cffi

os.chdir(os.path.dirname(os.path.abspath(__file__)))
builder = cffi.FFI()
builder.cdef("""
    extern "Python" int voters_of(int region);
    int seats_for(const int *votes, int regions, int seats, int *result);
""")
builder.set_source("_quorum", """
    static int voters_of(int region);

    int seats_for(const int *votes, int regions, int seats, int *result)
    {
        int given = 0;
        for (int i = 0; i < regions; i++) {
            int voters = voters_of(i);
            int share = 1000 * votes[i] / voters;
            result[i] = share * seats / 1000;
            given += result[i];
        }
        return given;
    }
""", extra_compile_args=["-g", "-O1"])
builder.compile(verbose=False)
