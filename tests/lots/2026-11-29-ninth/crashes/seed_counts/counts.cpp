// Counts seeds by kind and place, for a field that is given in steps
#include <cstddef>
#include <vector>

namespace {

class Field {
public:
    Field(std::size_t width, std::size_t height) : width_(width), cells_(width * height) {}

    void sow(std::size_t x, std::size_t y, int seeds) { cells_[y * width_ + x] += seeds; }

    long sum() const
    {
        long found = 0;
        for (int cell : cells_)
            found += cell;
        return found;
    }

private:
    std::size_t width_;
    std::vector<int> cells_;
};

} // namespace

extern "C" {

Field *field_new(long width, long height)
{
    return new Field(width, height);
}

void field_sow(Field *field, long x, long y, int seeds)
{
    field->sow(x, y, seeds);
}

long field_sum(Field *field)
{
    return field->sum();
}

void field_delete(Field *field)
{
    delete field;
}
}
