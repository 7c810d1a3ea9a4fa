typedef struct {
    long number;
    double *heights;
} Mesh;
