package dev.fallow.research.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;

/** A naive model of a disk: one bit per unit, set if it is free. Receives extents, and is compared with a policy. */
final class PolicyModel {
    private final AllocationPolicy policy;
    private final int units; // the number of allocatable units
    private final BitSet free = new BitSet();

    PolicyModel(AllocationPolicy policy) {
        this.policy = policy;
        units = (int) (policy.capacity() / policy.unit());
        free.set(0, units);
    }

    /** Records that a file got its extents from {@code first} on, which must have been free. */
    void taken(AllocatedFile file, int first, String where) {
        for (int i = first; i < file.extentCount(); i++) {
            int from = (int) (file.extentAddress(i) / policy.unit());
            int to = from + (int) (file.extentSize(i) / policy.unit());
            assertEquals(0, file.extentAddress(i) % policy.unit(), where);
            assertEquals(0, file.extentSize(i) % policy.unit(), where);
            assertTrue(to <= units && to > from, where + ": extent beyond the disk, " + from + " to " + to);
            assertTrue(free.nextClearBit(from) >= to, where + ": extent " + from + " to " + to + " was in use");
            free.clear(from, to);
        }
    }

    /** Records released extents: those of {@code addresses} and {@code sizes} that the file no longer has. */
    void givenBack(long[] addresses, long[] sizes, AllocatedFile file, String where) {
        assertTrue(file.extentCount() <= addresses.length, where);
        for (int i = 0; i < addresses.length; i++) {
            if (i < file.extentCount()) {
                assertEquals(addresses[i], file.extentAddress(i), where);
                assertEquals(sizes[i], file.extentSize(i), where);
            } else {
                int from = (int) (addresses[i] / policy.unit());
                int to = from + (int) (sizes[i] / policy.unit());
                assertFalse(free.get(from, to).nextSetBit(0) >= 0, where);
                free.set(from, to);
            }
        }
    }

    /** I1, I2: the free pieces are in order, disjoint, and exactly those of the model. */
    void check(String where) {
        BitSet visited = new BitSet();
        long[] end = {0};
        long[] pieces = {0};
        policy.forEachFree((address, size) -> {
            assertTrue(address >= end[0], where + ": free pieces out of order at " + address);
            assertTrue(size > 0, where);
            visited.set((int) (address / policy.unit()), (int) ((address + size) / policy.unit()));
            end[0] = address + size;
            pieces[0]++;
        });
        assertEquals(free, visited, where);
        assertEquals(pieces[0], policy.freePieces(), where);
        assertEquals(free.cardinality() * policy.unit(), policy.freeBytes(), where);
    }

    /** The lowest multiple of {@code alignment} from {@code from} on with {@code size} free bytes; or -1. */
    long lowest(long from, long size, long alignment) {
        int length = (int) (size / policy.unit());
        int step = (int) (alignment / policy.unit());
        for (int at = (int) ((from + alignment - 1) / alignment) * step; at + length <= units; at += step) {
            if (free.nextClearBit(at) >= at + length) {
                return at * policy.unit();
            }
        }
        return -1;
    }

    /** The address of the shortest free run of at least {@code size} bytes, the lowest among equals; or -1. */
    long shortest(long size) {
        int best = Integer.MAX_VALUE;
        long address = -1;
        for (int from = free.nextSetBit(0); from >= 0; ) {
            int to = free.nextClearBit(from);
            if (to - from >= size / policy.unit() && to - from < best) {
                best = to - from;
                address = from * policy.unit();
            }
            from = free.nextSetBit(to);
        }
        return address;
    }
}
