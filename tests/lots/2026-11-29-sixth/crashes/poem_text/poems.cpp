// Joins the verses of a poem
#include <string>
#include <vector>

class Poem {
public:
    void add(const char *verse) { verses.emplace_back(verse); }

    std::string text() const
    {
        std::string all;
        for (const auto &verse : verses)
            all += verse + "\n";
        return all;
    }

private:
    std::vector<std::string> verses;
};

extern "C" {
Poem *poem_new() { return new Poem; }
void poem_add(Poem *poem, const char *verse) { poem->add(verse); }
const char *poem_text(Poem *poem)
{
    std::string text = poem->text();
    const char *start = text.c_str();
    return start;
}
void poem_delete(Poem *poem) { delete poem; }
}
