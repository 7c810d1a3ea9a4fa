// Rows of a sensor: a number of values each
#include <stdexcept>
#include <string>
#include <vector>

struct Rows {
    std::vector<std::vector<float>> rows;
    float mean(unsigned row) const
    {
        const std::vector<float> &values = rows.at(row);
        float sum = 0;
        for (float value : values)
            sum += value;
        return sum / values.size();
    }
};

extern "C" {
void *rows_new() { return new Rows; }
void rows_add(void *rows, const float *values, int count)
{
    static_cast<Rows *>(rows)->rows.emplace_back(values, values + count);
}
float rows_mean(void *rows, int row) { return static_cast<Rows *>(rows)->mean(row); }
}
