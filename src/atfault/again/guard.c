/* A malloc that puts each block right before a page that nothing may touch.

   atfault compiles it for `run --again` where a C compiler is installed, and preloads it into the
   second run. A write past the end of a block is then a fault at that very instruction, and so is
   any use of a block that was freed: its pages stay forbidden, and are never handed out again.

       region   | ....[block A] | guard | .[block B]  | guard | [block C, freed] | guard | ...
                  page(s)         page    page(s)       page    forbidden          page

   A block ends at its guard page, up to 7 bytes apart (15 with ATFAULT_GUARD_ALIGN=16: malloc aligns
   all to 16, and some code, that of Rust's tables among it, needs that for any size); those bytes, and 64 in front of it, hold 0xFD and are checked
   when it is freed. Sizes outside of ATFAULT_GUARD=MIN:MAX, and all beyond the limits of live
   blocks (the kernel allows 65530 mappings), come from the C library as usual.

   Each request is told from others by its size, by the last bits of the address of the call, which
   are the same wherever a library is loaded, and by how many such requests came before. With
   ATFAULT_GUARD_STOP=REQUEST:SIZE the process stops by SIGTRAP as it makes that one, which another
   run has shown to be the one that matters.

   atfault reads `atfault_guard` and the entries in it from the dead process's memory.  */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc (size_t);
extern void __libc_free (void *);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);
extern void *__libc_memalign (size_t, size_t);

#define PAGE page_size ()
#define FRONT 64
#define FILL 0xFD
#define FRESH 0xA5
#define MAX_ENTRIES (1UL << 22)

enum { LIVE = 1, FREED = 2 };
enum { NO_FAILURE, DAMAGED_BEHIND, DAMAGED_IN_FRONT, DOUBLE_FREE, NOT_A_START };

struct entry
{
  uintptr_t address;
  uint64_t size;
  uint64_t state;
  uint64_t request;             /* who asked, in the upper half, and for which time, from 1 on */
};

struct
{
  char magic[8];
  uint64_t version;
  uintptr_t region, region_end, next;
  struct entry *entries;
  uint64_t count;
  uint64_t failure;             /* one of the enum above, then the block and where it is damaged */
  uintptr_t failed_block, failed_at;
  uint64_t unguarded;           /* blocks that were not guarded, for whatever reason */
} atfault_guard __attribute__ ((visibility ("default")))
  = { "ATFGUARD", 2, 0, 0, 0, NULL, 0, 0, 0, 0, 0 };

#define G atfault_guard

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t min_size = 1, max_size = (size_t) 1 << 40;
static size_t stop_request, stop_size, other_alignment = 8;
static int ready;

/* 4, 16 or 64 KiB on AArch64; asked before anything else of the program may run. */
static size_t
page_size (void)
{
  static size_t size;
  if (size == 0)
    size = (size_t) sysconf (_SC_PAGESIZE);
  return size;
}

/* Live blocks by size, and how many there may be: small ones must not use up all mappings. */
static const size_t class_limit[] = { 64, 1024, SIZE_MAX };
static size_t class_room[] = { 4000, 9000, 17000 };

static size_t
number (const char **text)
{
  size_t value = 0;
  while (**text >= '0' && **text <= '9')
    value = value * 10 + (size_t) (*(*text)++ - '0');
  return value;
}

static void
read_stop (void)
{
  const char *text = getenv ("ATFAULT_GUARD_STOP");
  if (text == NULL)
    return;
  stop_request = number (&text);
  if (*text++ == ':')
    stop_size = number (&text);
}

static void
read_alignment (void)
{
  const char *text = getenv ("ATFAULT_GUARD_ALIGN");
  if (text != NULL && number (&text) == 16)
    other_alignment = 16;
}

static void
read_sizes (void)
{
  const char *text = getenv ("ATFAULT_GUARD");
  if (text == NULL)
    return;
  min_size = number (&text);
  if (*text++ != ':')
    return;
  max_size = number (&text);
  if (max_size - min_size < 64)
    /* One size: no other can use up the mappings. */
    for (int i = 0; i < 3; i++)
      class_room[i] = 30000;
}

static void before_fork (void) { pthread_mutex_lock (&lock); }
static void after_fork (void) { pthread_mutex_unlock (&lock); }

static void
prepare (void)
{
  size_t length = (size_t) 1 << 38;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *region = MAP_FAILED;
  ready = -1;
  read_sizes ();
  read_stop ();
  read_alignment ();
  while (region == MAP_FAILED && length >= (size_t) 1 << 28)
    {
      region = mmap (NULL, length, PROT_NONE, flags, -1, 0);
      if (region == MAP_FAILED)
        length /= 4;
    }
  if (region == MAP_FAILED)
    return;
  void *entries = mmap (NULL, MAX_ENTRIES * sizeof (struct entry), PROT_READ | PROT_WRITE,
                        flags, -1, 0);
  if (entries == MAP_FAILED)
    return;
  G.region = (uintptr_t) region;
  G.region_end = G.region + length;
  G.next = G.region + PAGE;
  G.entries = entries;
  ready = 1;
}

__attribute__ ((constructor)) static void
watch_forks (void)
{
  pthread_atfork (before_fork, after_fork, after_fork);
}

#define CALLER ((uintptr_t) __builtin_return_address (0))
#define REQUESTERS (1UL << 16)

static uint32_t times_asked[REQUESTERS];

static uint64_t
request_of (size_t size, uintptr_t caller)
{
  uint64_t who = ((size * PAGE + caller % PAGE) * 0x9E3779B97F4A7C15UL) >> 48;
  return who << 32 | ++times_asked[who];
}

static int
class_of (size_t size)
{
  int i = 0;
  while (size > class_limit[i])
    i++;
  return i;
}

static int
is_ours (const void *pointer)
{
  uintptr_t address = (uintptr_t) pointer;
  return address >= G.region && address < G.region_end && G.region != 0;
}

/* The last entry that starts at or below an address: they are in order of addresses. */
static struct entry *
entry_at (uintptr_t address)
{
  size_t low = 0, high = G.count;
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      if (G.entries[middle].address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low ? &G.entries[low - 1] : NULL;
}

static size_t
gap_behind (size_t size, size_t alignment)
{
  return -size & (alignment - 1);
}

static void *
guarded (size_t size, size_t alignment, uintptr_t caller)
{
  if (size < min_size || size > max_size || alignment > PAGE)
    return NULL;
  if (alignment == 0)
    alignment = size % 16 ? other_alignment : 16;
  size_t gap = gap_behind (size, alignment);
  size_t length = (size + gap + FRONT + PAGE - 1) & -PAGE;
  void *block = NULL;
  uint64_t request = 0;
  pthread_mutex_lock (&lock);
  if (ready == 0)
    prepare ();
  int class = class_of (size);
  if (ready == 1 && class_room[class] && G.count < MAX_ENTRIES
      && length < G.region_end - G.next - PAGE
      && mprotect ((void *) G.next, length, PROT_READ | PROT_WRITE) == 0)
    {
      uintptr_t start = G.next, address = start + length - gap - size;
      G.next = start + length + PAGE;
      G.entries[G.count].address = address;
      G.entries[G.count].size = size;
      G.entries[G.count].state = LIVE;
      G.entries[G.count].request = request = request_of (size, caller);
      G.count++;
      class_room[class]--;
      block = (void *) address;
    }
  else
    G.unguarded++;
  pthread_mutex_unlock (&lock);
  if (block)
    {
      memset ((char *) block + size, FILL, gap);
      memset ((char *) block - FRONT, FILL, FRONT);
      if (size == stop_size && request == stop_request)
        raise (SIGTRAP);
    }
  return block;
}

static void
fail (uint64_t kind, uintptr_t block, uintptr_t at)
{
  G.failure = kind;
  G.failed_block = block;
  G.failed_at = at;
  abort ();
}

static void
check_fill (const struct entry *entry, uintptr_t from, uintptr_t to, uint64_t kind)
{
  for (uintptr_t at = from; at < to; at++)
    if (*(unsigned char *) at != FILL)
      fail (kind, entry->address, at);
}

/* The block that a pointer was given out for, checked. Aborts when it is not one. */
static struct entry *
checked (void *pointer)
{
  uintptr_t address = (uintptr_t) pointer;
  pthread_mutex_lock (&lock);
  struct entry *entry = entry_at (address);
  pthread_mutex_unlock (&lock);
  if (entry == NULL || entry->address != address)
    fail (NOT_A_START, entry ? entry->address : 0, address);
  if (entry->state == FREED)
    fail (DOUBLE_FREE, address, address);
  uintptr_t end = address + entry->size;
  check_fill (entry, end, (end + PAGE - 1) & -PAGE, DAMAGED_BEHIND);
  check_fill (entry, address - FRONT, address, DAMAGED_IN_FRONT);
  return entry;
}

static void
forbid (struct entry *entry)
{
  uintptr_t start = (entry->address - FRONT) & -PAGE;
  uintptr_t end = (entry->address + entry->size + PAGE - 1) & -PAGE;
  pthread_mutex_lock (&lock);
  entry->state = FREED;
  class_room[class_of (entry->size)]++;
  pthread_mutex_unlock (&lock);
  madvise ((void *) start, end - start, MADV_DONTNEED);
  mprotect ((void *) start, end - start, PROT_NONE);
}

static void *
fresh (size_t size, uintptr_t caller)
{
  void *block = guarded (size, 0, caller);
  if (block == NULL)
    return __libc_malloc (size);
  memset (block, FRESH, size < 65536 ? size : 65536);
  return block;
}

void *
malloc (size_t size)
{
  return fresh (size, CALLER);
}

void
free (void *pointer)
{
  int saved = errno;
  if (is_ours (pointer))
    forbid (checked (pointer));
  else
    __libc_free (pointer);
  errno = saved;
}

void *
calloc (size_t count, size_t size)
{
  size_t total;
  if (__builtin_mul_overflow (count, size, &total))
    {
      errno = ENOMEM;
      return NULL;
    }
  void *block = guarded (total, 0, CALLER);
  return block ? block : __libc_calloc (count, size);
}

void *
realloc (void *pointer, size_t size)
{
  if (pointer == NULL)
    return fresh (size, CALLER);
  if (!is_ours (pointer))
    return __libc_realloc (pointer, size);
  struct entry *entry = checked (pointer);
  if (size == 0)
    {
      forbid (entry);
      return NULL;
    }
  void *block = fresh (size, CALLER);
  if (block == NULL)
    return NULL;
  memcpy (block, pointer, size < entry->size ? size : entry->size);
  forbid (entry);
  return block;
}

static void *
aligned (size_t alignment, size_t size, uintptr_t caller)
{
  void *block = guarded (size, alignment < 8 ? 8 : alignment, caller);
  return block ? block : __libc_memalign (alignment, size);
}

void *
memalign (size_t alignment, size_t size)
{
  return aligned (alignment, size, CALLER);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return aligned (alignment, size, CALLER);
}

int
posix_memalign (void **result, size_t alignment, size_t size)
{
  if (alignment % sizeof (void *) || (alignment & (alignment - 1)) || alignment == 0)
    return EINVAL;
  void *block = aligned (alignment, size, CALLER);
  if (block == NULL)
    return ENOMEM;
  *result = block;
  return 0;
}

void *
valloc (size_t size)
{
  return aligned (PAGE, size, CALLER);
}

void *
pvalloc (size_t size)
{
  return aligned (PAGE, (size + PAGE - 1) & -PAGE, CALLER);
}

size_t
malloc_usable_size (void *pointer)
{
  if (pointer == NULL)
    return 0;
  if (is_ours (pointer))
    {
      struct entry *entry = entry_at ((uintptr_t) pointer);
      return entry && entry->address == (uintptr_t) pointer ? entry->size : 0;
    }
  /* The C library's own blocks: the size is in the word in front of them (malloc/malloc.c). */
  size_t head = ((size_t *) pointer)[-1];
  return (head & ~7UL) - (head & 2 ? 16 : 8);
}
