#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// What one thread asked of the memory allocator between a start and a stop.
typedef struct {
    /// How many blocks were allocated, made larger or made smaller.
    int64_t allocations;
    /// The bytes of the blocks that were allocated, less those of the blocks that were freed.
    int64_t live_bytes;
} AllocationCount;

/// Whether this system's allocator can be counted: with glibc, and no sanitizer in its place.
bool allocation_counter_works(void);

/// Begins to count the calling thread's allocations from zero.
void allocation_counter_start(void);

/// Ends what `allocation_counter_start` began, and returns the count.
AllocationCount allocation_counter_stop(void);

#endif
