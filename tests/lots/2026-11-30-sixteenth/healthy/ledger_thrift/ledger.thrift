struct Entry {
    1: string account,
    2: i64 cents,
}

exception NotBalanced {
    1: string why,
}

service Ledger {
    i64 book(1: Entry entry),
    i64 close_day() throws (1: NotBalanced e),
}
