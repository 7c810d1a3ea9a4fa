int prize_share(int pot, int tickets, int sold) {
    int cents = pot * 100;
    return cents / sold * tickets;
}
