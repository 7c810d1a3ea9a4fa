// Lengths
#include "table.h"

static Unit inch("inch", 0.0254);
static Unit foot("foot", 0.3048);
static Unit cubit("cubit", 0.5938);
