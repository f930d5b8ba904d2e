#include "AllocationCounter.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// A program's own `malloc` takes the place of glibc's for all libraries of the process. Each function here does what
// glibc's does, by the name that glibc keeps for this purpose, and counts on a thread that asked for it.

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static _Thread_local bool counting;
static _Thread_local AllocationCount total;

static void *counted(void *block) {
    if (counting && block) {
        total.allocations += 1;
        total.live_bytes += (int64_t)malloc_usable_size(block);
    }
    return block;
}

static void uncounted(void *block) {
    if (counting && block) total.live_bytes -= (int64_t)malloc_usable_size(block);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    size_t before = counting && block ? malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    // Without a new block the old one is still there, unless the caller asked for none.
    if (counting && (moved || size == 0)) total.live_bytes -= (int64_t)before;
    return counted(moved);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *block = counted(__libc_memalign(alignment, size));
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

void free(void *block) {
    uncounted(block);
    __libc_free(block);
}

bool allocation_counter_works(void) { return true; }

void allocation_counter_start(void) {
    total = (AllocationCount){0, 0};
    counting = true;
}

AllocationCount allocation_counter_stop(void) {
    counting = false;
    return total;
}

#else

bool allocation_counter_works(void) { return false; }

void allocation_counter_start(void) {}

AllocationCount allocation_counter_stop(void) { return (AllocationCount){0, 0}; }

#endif
