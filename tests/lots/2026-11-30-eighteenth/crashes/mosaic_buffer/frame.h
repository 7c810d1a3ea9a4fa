struct frame { unsigned char *pixels; long size; long used; };
