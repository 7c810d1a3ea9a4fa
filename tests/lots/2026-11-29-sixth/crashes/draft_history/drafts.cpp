// The drafts of a text, each with the one before it
#include <memory>
#include <string>

struct Draft {
    std::string text;
    std::unique_ptr<Draft> before;
};

struct Document {
    std::unique_ptr<Draft> newest;
    long count = 0;
};

extern "C" {
Document *document_open() { return new Document; }
void document_save(Document *document, const char *text)
{
    auto draft = std::make_unique<Draft>();
    draft->text = text;
    draft->before = std::move(document->newest);
    document->newest = std::move(draft);
    document->count++;
}
long document_drafts(const Document *document) { return document->count; }
void document_forget(Document *document)
{
    document->newest.reset();
    document->count = 0;
}
}
