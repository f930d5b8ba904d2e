// What Swift asks of a system, for a program that runs once and gives no memory back.

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

extern byte __heap_base;
static size_t top;

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (top == 0) top = (size_t)&__heap_base;
  size_t start = (top + alignment - 1) / alignment * alignment;
  size_t room = __builtin_wasm_memory_size(0) * 65536;
  if (start + size > room && __builtin_wasm_memory_grow(0, (start + size - room + 65535) / 65536) == (size_t)-1) return 12;
  top = start + size;
  *memory = (void *)start;
  return 0;
}

void free(void *memory) {}

void *memset(void *memory, int value, size_t count) {
  for (size_t i = 0; i < count; i++) ((byte *)memory)[i] = value;
  return memory;
}

void *memmove(void *to, const void *from, size_t count) {
  byte *a = to;
  const byte *b = from;
  if (a < b) {
    for (size_t i = 0; i < count; i++) a[i] = b[i];
  } else {
    for (size_t i = count; i > 0; i--) a[i - 1] = b[i - 1];
  }
  return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const byte *a = left, *b = right;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}

// The product of two numbers of 128 bits, from products of 32 bits each.
__int128 __multi3(__int128 left, __int128 right) {
  typedef unsigned long long word;
  word a = (word)left, b = (word)right;
  word low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
  word middle = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
  word other = (a & 0xFFFFFFFF) * (b >> 32) + (middle & 0xFFFFFFFF);
  word high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  high += a * (word)(right >> 64) + (word)(left >> 64) * b;
  return (__int128)high << 64 | (other << 32 | (low & 0xFFFFFFFF));
}

// Seeds hashes, which no check depends on.
void arc4random_buf(void *memory, size_t count) { memset(memory, 7, count); }

size_t __stack_chk_guard = 0x5A5A5A5A;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

typedef struct {
  const void *bytes;
  size_t count;
} piece;
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int fd_write(int file, const piece *pieces, size_t count, size_t *written);

int putchar(int character) {
  byte value = character;
  piece text = {&value, 1};
  size_t written;
  fd_write(1, &text, 1, &written);
  return character;
}
