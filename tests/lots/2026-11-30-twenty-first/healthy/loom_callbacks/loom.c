/* A loom's driver: run() returns when the cloth is done, and calls back for each row. */
#include <unistd.h>

typedef int (*row_t)(int row);

int loom_run(int rows, row_t call)
{
    for (int row = 0; row < rows; row++) {
        sleep(2);
        if (call(row))
            return row;
    }
    return rows;
}
