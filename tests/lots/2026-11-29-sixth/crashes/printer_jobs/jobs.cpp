// Jobs of a printer
#include <cstring>
#include <map>

class Job {
public:
    explicit Job(int pages) : pages(pages) {}
    virtual ~Job() = default;
    virtual int price() const { return pages * 10; }

protected:
    int pages;
    char title[40] = {};
};

class Colour : public Job {
public:
    using Job::Job;
    int price() const override { return pages * 45; }
};

static std::map<int, Job *> jobs;
static int last;

extern "C" {
int job_new(int pages, int colour)
{
    jobs[++last] = colour ? new Colour(pages) : new Job(pages);
    return last;
}
int job_price(int number) { return jobs.at(number)->price(); }
void job_done(int number) { delete jobs.at(number); }
char *job_slip(const char *text)
{
    char *slip = new char[56];
    std::memset(slip, ' ', 56);
    std::strncpy(slip, text, 55);
    return slip;
}
}
