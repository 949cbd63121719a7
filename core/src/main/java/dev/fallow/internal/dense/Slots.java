package dev.fallow.internal.dense;

import dev.fallow.internal.storage.OutsideMemory;
import java.nio.ByteBuffer;

/** The slots of a hash table, in the heap or {@linkplain OutsideMemory outside of it}: a long in each, at first {@link #EMPTY}. */
final class Slots {
    static final long EMPTY = -1;

    private static final int PART_BITS = 13;
    private static final int PART = 1 << PART_BITS;

    private final int count;
    private final ByteBuffer[] parts;
    private OutsideMemory outside;
    private int heapBytes;

    /**
     * Makes empty slots.
     *
     * @param count a power of two
     * @param outside null for the heap
     */
    Slots(int count, OutsideMemory outside) {
        this.count = count;
        this.outside = outside;
        parts = new ByteBuffer[Math.max(1, count >>> PART_BITS)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = OutsideMemory.take(outside, Math.min(count, PART) * Long.BYTES);
            for (int at = 0; at < Math.min(count, PART) * Long.BYTES; at += Long.BYTES) {
                parts[i].putLong(at, EMPTY);
            }
        }
        countHeapBytes();
    }

    private void countHeapBytes() {
        heapBytes = 0;
        for (ByteBuffer part : parts) {
            heapBytes += part.isDirect() ? 0 : part.limit();
        }
    }

    int count() {
        return count;
    }

    long get(int slot) {
        return parts[slot >>> PART_BITS].getLong((slot & PART - 1) * Long.BYTES);
    }

    void set(int slot, long value) {
        parts[slot >>> PART_BITS].putLong((slot & PART - 1) * Long.BYTES, value);
    }

    /** The memory in the heap, in bytes. */
    long heapBytes() {
        return heapBytes;
    }

    /** Moves what is in the heap. */
    void moveTo(OutsideMemory memory) {
        outside = memory;
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].isDirect()) {
                ByteBuffer moved = OutsideMemory.take(memory, parts[i].limit());
                moved.put(0, parts[i], 0, parts[i].limit());
                parts[i] = moved;
            }
        }
        countHeapBytes();
    }

    /** Gives the memory back; the slots are not used any more. */
    void drop() {
        for (ByteBuffer part : parts) {
            OutsideMemory.giveBack(outside, part);
        }
    }
}
