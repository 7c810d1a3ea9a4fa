struct Item {
  1: string name,
  2: i32 pieces
}

service Stock {
  Item take(1: string name, 2: i32 pieces),
  i32 count(1: string name)
}
