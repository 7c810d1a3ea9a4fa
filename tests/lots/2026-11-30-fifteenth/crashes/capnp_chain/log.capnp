@0xb3f2c1d06e4a7a51;

struct Entry {
  text @0 :Text;
  size @1 :UInt32;
  before @2 :Entry;
}
