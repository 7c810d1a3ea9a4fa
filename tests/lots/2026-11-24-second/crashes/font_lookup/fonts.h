typedef struct font {
    const char *name;
    int weight;
    int advance[128];
} font;

const font *font_find(const char *name, int weight);
int font_text_width(const font *font, const char *text);
