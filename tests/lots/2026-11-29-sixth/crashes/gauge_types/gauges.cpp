// Gauges of several kinds, which tell a log of their birth
#include <cstdio>
#include <string>

class Gauge {
public:
    Gauge() { announce(); }
    virtual ~Gauge() = default;
    virtual std::string kind() const = 0;
    virtual double convert(double volts) const = 0;
    void announce() const { std::printf("a gauge: %s\n", describe(this).c_str()); }

private:
    static std::string describe(const Gauge *gauge) { return "of " + gauge->kind(); }
};

class Pressure : public Gauge {
public:
    std::string kind() const override { return "pressure"; }
    double convert(double volts) const override { return volts * 2.5; }
};

extern "C" {
Gauge *gauge_pressure() { return new Pressure; }
double gauge_convert(Gauge *gauge, double volts) { return gauge->convert(volts); }
}
