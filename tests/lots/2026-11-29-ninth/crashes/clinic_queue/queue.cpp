// The queue of a clinic: the sickest first
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Patient {
    std::string name;
    int pain;
};

class Queue {
public:
    void add(std::string name, int pain) { patients_.push_back({std::move(name), pain}); }

    void order() noexcept
    {
        std::stable_sort(patients_.begin(), patients_.end(), [](const Patient &a, const Patient &b) {
            return weight(a) > weight(b);
        });
    }

    const char *first() const { return patients_.empty() ? "" : patients_.front().name.c_str(); }
    void drop() { patients_.erase(patients_.begin()); }

private:
    static int weight(const Patient &patient)
    {
        static const std::map<int, int> weights = {{0, 0}, {1, 1}, {2, 2}, {3, 5}, {4, 9}, {5, 20}};
        return weights.at(patient.pain);
    }

    std::vector<Patient> patients_;
};

Queue queue;

} // namespace

extern "C" {

int queue_add(const char *name, int pain)
{
    try {
        queue.add(name, pain);
        queue.order();
        return 0;
    } catch (const std::out_of_range &) {
        return -1; // no such pain
    }
}

const char *queue_first()
{
    return queue.first();
}

void queue_drop()
{
    queue.drop();
}
}
