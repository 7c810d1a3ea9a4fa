// Takes lines in and adds up the sizes in them, in a thread of its own.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::vector<std::string> split(const std::string &line)
{
    std::vector<std::string> fields;
    size_t start = 0, end;
    while ((end = line.find(' ', start)) != std::string::npos) {
        fields.push_back(line.substr(start, end - start));
        start = end + 1;
    }
    fields.push_back(line.substr(start));
    return fields;
}

struct Ingest {
    std::mutex mutex;
    std::condition_variable change;
    std::deque<std::string> lines;
    bool closed = false;
    long total = 0;
    std::thread worker{[this] { work(); }};

    void work()
    {
        for (;;) {
            std::unique_lock<std::mutex> lock(mutex);
            change.wait(lock, [this] { return closed || !lines.empty(); });
            if (lines.empty())
                return;
            std::string line = lines.front();
            lines.pop_front();
            lock.unlock();
            total += std::stol(split(line).at(3));
        }
    }
};

} // namespace

extern "C" {

void *ingest_open() { return new Ingest; }

void ingest_line(void *handle, const char *line)
{
    auto *ingest = static_cast<Ingest *>(handle);
    std::lock_guard<std::mutex> lock(ingest->mutex);
    ingest->lines.push_back(line);
    ingest->change.notify_one();
}

long ingest_close(void *handle)
{
    auto *ingest = static_cast<Ingest *>(handle);
    {
        std::lock_guard<std::mutex> lock(ingest->mutex);
        ingest->closed = true;
    }
    ingest->change.notify_one();
    ingest->worker.join();
    long total = ingest->total;
    delete ingest;
    return total;
}
}
