extern void drone_landed(int) __attribute__((weak));
int drone_fly(int metres) {
    if (metres > 90)
        drone_landed(metres);
    return metres * 3;
}
