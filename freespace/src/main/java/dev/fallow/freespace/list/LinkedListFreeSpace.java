package dev.fallow.freespace.list;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.Arrays;

/**
 * An unsorted, singly linked list of address and size pairs: HDF5's free list before size bins and skip lists (Choi,
 * section 2). Kept for comparison.
 *
 * <p><b>Policy</b>: a request takes the first section in the list that matches exactly, else the smallest that fits,
 * and of equally small ones the first in the list. The block is cut from the front of the section (with an alignment:
 * from the first aligned address in it), and what remains behind stays in the section's node, where that is in the
 * list. A freed block is merged with the sections that touch it, whose nodes leave the list, and the new or adjusted
 * node becomes the head. A node that must be made because both sides of a section remain becomes the head, too, and has
 * the part behind. So among equals, the one freed or merged last is used first, whatever its address.
 *
 * <p><b>Cost</b>: everything but the counters goes through the list, in Θ(sections); an exact match ends the scan. The
 * walk in the order of addresses sorts first. Nodes are three flat arrays, used again through a list of idle ones: 20
 * bytes a section, and up to twice that after doubling.
 */
public final class LinkedListFreeSpace implements FreeSpace {
    private static final int NONE = -1;

    private final long mergeBoundary;
    private long[] addresses = new long[16];
    private long[] sizes = new long[16];
    private int[] nexts = new int[16];
    private int head = NONE;
    private int idle = NONE; // nodes that left the list
    private int made; // nodes ever made; those behind were never used
    private int count;
    private long freeBytes;
    private long probes;

    /** Creates a list without merge boundary. */
    public LinkedListFreeSpace() {
        this(0);
    }

    /**
     * @param mergeBoundary bytes; sections that touch at a multiple of it stay apart; 0 for no boundary
     * @throws IllegalArgumentException if it is negative
     */
    public LinkedListFreeSpace(long mergeBoundary) {
        if (mergeBoundary < 0) {
            throw new IllegalArgumentException("mergeBoundary=" + mergeBoundary + " is negative");
        }
        this.mergeBoundary = mergeBoundary;
    }

    @Override
    public long allocate(long size) {
        return allocate(size, 1);
    }

    @Override
    public long allocate(long size, long alignment) {
        if (size <= 0 || alignment <= 0) {
            throw new IllegalArgumentException("size=" + size + ", alignment=" + alignment + ": both at least 1");
        }
        int best = NONE;
        int beforeBest = NONE;
        int before = NONE;
        for (int node = head; node != NONE; before = node, node = nexts[node]) {
            probes++;
            long surplus = sizes[node] - size;
            if (surplus < 0 || best != NONE && sizes[node] >= sizes[best]) {
                continue;
            }
            if (distance(addresses[node], alignment) <= surplus) {
                best = node;
                beforeBest = before;
                if (surplus == 0) {
                    break;
                }
            }
        }
        if (best == NONE) {
            return NO_SPACE;
        }
        long address = addresses[best] + distance(addresses[best], alignment);
        cut(best, beforeBest, address, size);
        return address;
    }

    /** From an address to the next multiple of the alignment. */
    private static long distance(long address, long alignment) {
        if (alignment == 1) {
            return 0;
        }
        long rest = address % alignment;
        return rest == 0 ? 0 : alignment - rest;
    }

    //           [   node   ]
    // all        XXXXXXXXXX   the node goes
    // front      XXXX[node]   the node stays in its place
    // back       [node]XXXX   the node stays in its place
    // middle     [node]XX[n]  the node keeps the front, a new head has the back

    private void cut(int node, int before, long address, long size) {
        long front = address - addresses[node];
        long back = sizes[node] - front - size;
        if (front > 0 && back > 0) {
            push(address + size, back);
        }
        freeBytes -= size;
        if (front > 0) {
            sizes[node] = front;
        } else if (back > 0) {
            addresses[node] = address + size;
            sizes[node] = back;
        } else {
            unlink(node, before);
        }
    }

    @Override
    public void free(long address, long size) {
        Section freed = new Section(address, size);
        if (divided(freed)) {
            throw new IllegalArgumentException(freed + " crosses a multiple of the merge boundary " + mergeBoundary);
        }
        long end = freed.end();
        boolean mergesDown = !isBoundary(address);
        boolean mergesUp = !isBoundary(end);
        int lower = NONE;
        int upper = NONE;
        int beforeLower = NONE;
        int beforeUpper = NONE;
        int before = NONE;
        for (int node = head; node != NONE; before = node, node = nexts[node]) {
            probes++;
            long nodeEnd = addresses[node] + sizes[node];
            if (addresses[node] < end && address < nodeEnd) {
                throw new IllegalStateException("section address=" + address + ", size=" + size
                        + " overlaps the free section address=" + addresses[node] + ", size=" + sizes[node]);
            }
            if (nodeEnd == address && mergesDown) {
                lower = node;
                beforeLower = before;
            } else if (addresses[node] == end && mergesUp) {
                upper = node;
                beforeUpper = before;
            }
        }
        long mergedAddress = lower == NONE ? address : addresses[lower];
        long mergedEnd = upper == NONE ? end : end + sizes[upper];
        if (lower == NONE && upper == NONE) {
            push(address, size);
        } else {
            if (lower != NONE && upper != NONE) {
                unlink(upper, beforeUpper);
                if (beforeLower == upper) {
                    beforeLower = beforeUpper;
                }
            }
            int kept = lower != NONE ? lower : upper;
            moveToHead(kept, lower != NONE ? beforeLower : beforeUpper);
            addresses[kept] = mergedAddress;
            sizes[kept] = mergedEnd - mergedAddress;
        }
        freeBytes += size;
    }

    private void moveToHead(int node, int before) {
        if (before != NONE) {
            nexts[before] = nexts[node];
            nexts[node] = head;
            head = node;
        }
    }

    private boolean isBoundary(long address) {
        return mergeBoundary > 0 && address % mergeBoundary == 0;
    }

    private boolean divided(Section run) {
        return mergeBoundary > 0 && run.address() / mergeBoundary != (run.end() - 1) / mergeBoundary;
    }

    /** Creates a node for a section at the head. */
    private void push(long address, long size) {
        int node = idle;
        if (node != NONE) {
            idle = nexts[node];
        } else {
            if (made == sizes.length) {
                grow();
            }
            node = made++;
        }
        addresses[node] = address;
        sizes[node] = size;
        nexts[node] = head;
        head = node;
        count++;
    }

    private void grow() {
        int length = Math.multiplyExact(made, 2);
        long[] moreAddresses = Arrays.copyOf(addresses, length);
        long[] moreSizes = Arrays.copyOf(sizes, length);
        nexts = Arrays.copyOf(nexts, length);
        addresses = moreAddresses;
        sizes = moreSizes;
    }

    private void unlink(int node, int before) {
        if (before == NONE) {
            head = nexts[node];
        } else {
            nexts[before] = nexts[node];
        }
        nexts[node] = idle;
        idle = node;
        count--;
    }

    @Override
    public boolean take(long address, long size) {
        Section run = new Section(address, size);
        int before = NONE;
        for (int node = head; node != NONE; before = node, node = nexts[node]) {
            probes++;
            if (addresses[node] <= address && run.end() <= addresses[node] + sizes[node]) {
                cut(node, before, address, size);
                return true;
            }
        }
        return false;
    }

    @Override
    public long sizeAt(long address) {
        for (int node = head; node != NONE; node = nexts[node]) {
            probes++;
            if (addresses[node] == address) {
                return sizes[node];
            }
        }
        return 0;
    }

    @Override
    public long sizeEndingAt(long end) {
        for (int node = head; node != NONE; node = nexts[node]) {
            probes++;
            if (addresses[node] + sizes[node] == end) {
                return sizes[node];
            }
        }
        return 0;
    }

    @Override
    public Section overlapping(long address, long size) {
        Section run = new Section(address, size);
        int lowest = NONE;
        for (int node = head; node != NONE; node = nexts[node]) {
            probes++;
            boolean overlaps = addresses[node] < run.end() && address < addresses[node] + sizes[node];
            if (overlaps && (lowest == NONE || addresses[node] < addresses[lowest])) {
                lowest = node;
            }
        }
        return lowest == NONE ? null : new Section(addresses[lowest], sizes[lowest]);
    }

    @Override
    public long lastAddress() {
        long last = NO_SPACE;
        for (int node = head; node != NONE; node = nexts[node]) {
            probes++;
            last = Math.max(last, addresses[node]);
        }
        return last;
    }

    @Override
    public long freeBytes() {
        return freeBytes;
    }

    @Override
    public long sectionCount() {
        return count;
    }

    /** {@inheritDoc} Sorts the addresses first, in arrays of its own: Θ(n log n). */
    @Override
    public void forEach(SectionVisitor visitor) {
        long[] sorted = new long[count];
        int next = 0;
        for (int node = head; node != NONE; node = nexts[node]) {
            sorted[next++] = addresses[node];
        }
        Arrays.sort(sorted);
        long[] sortedSizes = new long[count];
        for (int node = head; node != NONE; node = nexts[node]) {
            sortedSizes[Arrays.binarySearch(sorted, addresses[node])] = sizes[node];
        }
        probes += 2L * count;
        for (int i = 0; i < sorted.length; i++) {
            visitor.visit(sorted[i], sortedSizes[i]);
        }
    }

    @Override
    public void clear() {
        head = NONE;
        idle = NONE;
        made = 0;
        count = 0;
        freeBytes = 0;
    }

    @Override
    public long probes() {
        return probes;
    }
}
