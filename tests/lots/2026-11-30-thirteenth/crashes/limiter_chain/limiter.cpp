#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

struct Stage {
    float floor, ceiling, gain;
};

class Chain {
public:
    void add(Stage stage) { stages_.push_back(stage); }

    void run(float *samples, std::size_t number) const
    {
        for (const Stage &stage : stages_)
            for (std::size_t i = 0; i < number; i++)
                samples[i] = std::clamp(samples[i] * stage.gain, stage.floor, stage.ceiling);
    }

private:
    std::vector<Stage> stages_;
};

}

extern "C" {

void *chain_new() { return new Chain; }
void chain_free(void *chain) { delete static_cast<Chain *>(chain); }
void chain_add(void *chain, float floor, float ceiling, float gain)
{
    static_cast<Chain *>(chain)->add({floor, ceiling, gain});
}
void chain_run(void *chain, float *samples, std::size_t number)
{
    static_cast<const Chain *>(chain)->run(samples, number);
}

}
