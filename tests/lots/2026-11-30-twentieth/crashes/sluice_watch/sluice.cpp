#include <cstddef>
struct Gauge { virtual double level() const { return height / 100.0; } virtual ~Gauge() {} double height = 0; };
extern "C" Gauge *gauge_new() { return new Gauge; }
extern "C" size_t gauge_size() { return sizeof(Gauge); }
extern "C" void gauge_set(Gauge *gauge, double height) { gauge->height = height; }
extern "C" double gauge_level(const Gauge *gauge) { return gauge->level(); }
