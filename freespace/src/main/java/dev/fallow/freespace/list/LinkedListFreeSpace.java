package dev.fallow.freespace.list;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.Arrays;

/**
 * An unsorted, singly linked list of address and size pairs: HDF5's free list before size bins and skip lists (Choi,
 * section 2). Kept for comparison.
 *
 * <p><b>Policy</b>: best fit, most recently freed. A request uses the first section in the list that matches exactly,
 * otherwise the smallest one that is long enough, and the first in the list among equals. The block is cut from the
 * front of the section, or from the first aligned address in it. The rest after the block stays in the section's node
 * and keeps its position in the list. A freed block is merged with adjacent sections, whose nodes are removed from the
 * list; the merged or new node becomes the head. If an aligned block leaves a rest on both sides, the node keeps the
 * front, and a new node for the back becomes the head.
 *
 * <p><b>Cost</b>: every method except the counters scans the list: Θ(n) for n sections; an exact match ends the scan.
 * Iteration in address order sorts first. Nodes are in three arrays and are reused through a list of idle nodes: 20
 * bytes per section, and up to twice that after doubling.
 */
public final class LinkedListFreeSpace implements FreeSpace {
    private static final int NONE = -1;

    private final long mergeBoundary;
    private long[] addresses = new long[16];
    private long[] sizes = new long[16];
    private int[] nexts = new int[16];
    private int head = NONE;
    private int idle = NONE; // the head of the list of removed nodes
    private int made; // the number of nodes in the list or idle; later array elements are unused
    private int count;
    private long freeBytes;
    private long probes;

    /** Creates a list without merge boundary. */
    public LinkedListFreeSpace() {
        this(0);
    }

    /**
     * @param mergeBoundary in bytes; sections that are adjacent at a multiple of it are not merged; 0 for no boundary
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
            if (Section.padding(addresses[node], alignment) <= surplus) {
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
        long address = addresses[best] + Section.padding(addresses[best], alignment);
        cut(best, beforeBest, address, size);
        return address;
    }

    //           [   node   ]
    // all        XXXXXXXXXX   the node is removed
    // front      XXXX[node]   the node keeps its position in the list
    // back       [node]XXXX   the node keeps its position in the list
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

    /** {@inheritDoc} Sorts copies of the addresses first: Θ(n log n). */
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
