struct badge {
    __int128 number;
    int gate;
    int minutes;
};
