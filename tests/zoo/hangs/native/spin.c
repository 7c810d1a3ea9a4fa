/* Newton's iteration that alternates between two values when the tolerance is zero. */
int iterate(double x, double tolerance)
{
    volatile double value = x;
    int steps = 0;
    for (;;) {
        double next = 2.0 / value;
        if (next - value < tolerance && value - next < tolerance)
            return steps;
        value = next;
        steps++;
    }
}
