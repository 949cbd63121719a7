package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory outside of the heap: parts of temporary files that are mapped. The system keeps them in memory as long as it has room. A file
 * is deleted when it has been mapped, and its space is free when the garbage collector finds that nothing refers to its parts.
 *
 * <p>If no file can be made, such as on a full disk, what is asked for is in the heap.
 */
public final class OutsideMemory {
    private static final int FILE_BYTES = 16 << 20;
    private static final int SMALLEST_BITS = 12;
    /** Zeros are written before a file is mapped, because a page that has no place on the medium is a fault when it is touched. */
    private static final int WRITTEN_BYTES = 1 << 16;

    /** What was given back, by the logarithm of its size. */
    private final Deque<ByteBuffer>[] unused;

    private ByteBuffer file = ByteBuffer.allocate(0);
    private int at;
    private boolean failed;

    /** Maps nothing before it is asked for memory. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic type
    public OutsideMemory() {
        unused = new Deque[Integer.SIZE];
        for (int bits = 0; bits < unused.length; bits++) {
            unused[bits] = new ArrayDeque<>(0);
        }
    }

    /**
     * Memory of unspecified content, little-endian: that of the heap if there is no other.
     *
     * @param outside null for the heap
     * @param length the limit of the buffer in bytes, at most 16 MiB
     */
    public static ByteBuffer take(OutsideMemory outside, int length) {
        ByteBuffer part = outside == null ? null : outside.part(length);
        return part == null ? ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN) : part.limit(length);
    }

    /** Null if no file can be made. */
    private ByteBuffer part(int length) {
        int bits = Math.max(SMALLEST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(length - 1));
        if (!unused[bits].isEmpty()) {
            return unused[bits].pop();
        }
        int size = 1 << bits;
        if (file.capacity() - at < size && !map()) {
            return null;
        }
        ByteBuffer part = file.slice(at, size).order(ByteOrder.LITTLE_ENDIAN);
        at += size;
        return part;
    }

    private boolean map() {
        if (failed) {
            return false;
        }
        try (FileChannel made = TemporaryFile.create("fallow-pending")) {
            for (long end = 0; end < FILE_BYTES; ) {
                end += made.write(ByteBuffer.allocate(WRITTEN_BYTES), end);
            }
            file = made.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES);
            at = 0;
        } catch (IOException e) { // the heap serves, which is full earlier
            failed = true;
        }
        return !failed;
    }

    /** Takes memory back, to hand it out again; memory of the heap is for the garbage collector. */
    public static void giveBack(OutsideMemory outside, ByteBuffer part) {
        if (part.isDirect()) {
            outside.unused[Integer.numberOfTrailingZeros(part.capacity())].push(part);
        }
    }
}
