struct centre { double x, y, area; };

struct field { long count; const double *xs, *ys; };

struct centre field_centre(const struct field *field)
{
    struct centre centre = {0, 0, 0};
    for (long i = 0; i < field->count; i++) {
        long next = (i + 1) % field->count;
        double cross = field->xs[i] * field->ys[next] - field->xs[next] * field->ys[i];
        centre.area += cross / 2;
        centre.x += (field->xs[i] + field->xs[next]) * cross;
        centre.y += (field->ys[i] + field->ys[next]) * cross;
    }
    centre.x /= 6 * centre.area;
    centre.y /= 6 * centre.area;
    return centre;
}
