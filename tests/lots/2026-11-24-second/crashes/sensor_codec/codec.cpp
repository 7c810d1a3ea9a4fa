// Values of sensors, as bytes of the bus.
#include <cstdint>
#include <cstring>

enum class Kind : int { temperature, humidity, pressure };

static int width(Kind kind)
{
    switch (kind) {
    case Kind::temperature:
        return 2;
    case Kind::humidity:
        return 1;
    case Kind::pressure:
        return 4;
    }
    __builtin_trap();
}

extern "C" int codec_encode(int kind, double value, uint8_t *target)
{
    int32_t raw = static_cast<int32_t>(value * 10);
    int size = width(static_cast<Kind>(kind));
    std::memcpy(target, &raw, size);
    return size;
}
