// The runtime of nanobind, compiled with the module.
#include <nb_combined.cpp>
