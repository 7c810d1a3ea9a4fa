struct setup { unsigned char channels; unsigned char frames; unsigned short rate; };
int frame_of(const struct setup *s, int tick) { return tick % s->frames * s->channels; }
