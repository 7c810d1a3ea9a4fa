static int used[24];
int palette_use(int colour) { return ++used[colour]; }
