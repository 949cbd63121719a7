package dev.fallow.freespace.bitmap;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.function.Function;

/**
 * Free space as a bitmap, with one bit per {@code granularity} bytes of the file, set if they are free. Based on Burns
 * and Hineman (see the package). A {@linkplain SummaryTree tree of summaries} accelerates searches, unless the map is
 * created with another index, for comparison.
 *
 * <p><b>Policy</b>: first fit. A request gets the lowest address at which it fits, as in the paper's search from the
 * first word. {@link #allocateNear} starts at a given address instead, as the paper's file system does to place the
 * parts of a file close together.
 *
 * <p><b>Granularity</b> g: addresses and sizes that are not multiples of g are refused. Callers with other sizes
 * allocate and release the size {@link #rounded} up, and account for the bytes lost in a block themselves.
 *
 * <p><b>Cost</b> for a map of n bits and a block of k bits: {@code allocate}, {@code free} and {@code take} write k /
 * 64 words and, with the tree, examine at most about 24 words on each of log8(n / 512) levels. Freeing does not search
 * for adjacent sections. Queries for sections have the same cost; {@link #sectionCount} and {@link #freeBytes} are
 * O(1). With an alignment, or a merge boundary that is not a power of two of at least 512 bits, a search may also have
 * to skip runs that are long enough but unsuitably placed, at the cost of one search each.
 *
 * <p><b>Memory</b>: the map extends to the highest address that has been free since {@link #clear()}. It takes span /
 * (8 g) bytes, and the tree a seventh of that; both grow by doubling. Operations allocate nothing else. The span is
 * limited to {@link #MAX_BITS} bits, about 600 MB of heap (and half as much again while it grows); freeing an address
 * beyond it is refused.
 */
public final class BitmapFreeSpace implements FreeSpace {
    /** The maximum number of bits in a map. Addresses are less than this number times the granularity. */
    public static final long MAX_BITS = 1L << 32;

    private static final long LEAST_BITS = 4096; // the size of the smallest map

    private final long granularity;
    private final long limitBits;
    private final long boundaryBits; // runs are cut at its multiples; 0 for no cuts
    private final BitMap map = new BitMap();
    private final RunIndex index;
    private long freeBits;
    private long sections;

    /** Creates a map with a granularity of one byte and no merge boundary. */
    public BitmapFreeSpace() {
        this(1, 0);
    }

    /**
     * Creates a map with a tree of summaries.
     *
     * @param granularity the number of bytes per bit, at least 1
     * @param mergeBoundary in bytes, a multiple of the granularity; runs are cut at its multiples; 0 for no boundary
     */
    public BitmapFreeSpace(long granularity, long mergeBoundary) {
        this(granularity, mergeBoundary, null);
    }

    /**
     * As {@link #BitmapFreeSpace(long, long)}, with another index.
     *
     * @param indexOf creates the index of a map
     */
    public BitmapFreeSpace(long granularity, long mergeBoundary, Function<BitMap, RunIndex> indexOf) {
        if (granularity < 1) {
            throw new IllegalArgumentException("granularity=" + granularity + ", at least 1");
        }
        this.granularity = granularity;
        if (mergeBoundary < 0 || !divides(mergeBoundary)) {
            throw new IllegalArgumentException(
                    "mergeBoundary=" + mergeBoundary + ", not a multiple of the granularity " + granularity);
        }
        limitBits = Math.min(MAX_BITS, Long.MAX_VALUE / granularity);
        boundaryBits = bits(mergeBoundary);
        index = indexOf == null ? new SummaryTree(map, boundaryBits) : indexOf.apply(map);
    }

    /** The number of bytes per bit. */
    public long granularity() {
        return granularity;
    }

    /** The size to allocate and release for a block of {@code size} bytes: the next multiple of the granularity. */
    public long rounded(long size) {
        if (size <= 0 || size > Long.MAX_VALUE / granularity * granularity) {
            throw new IllegalArgumentException(
                    "size=" + size + " cannot be rounded up to a multiple of " + granularity + " between 1 and 2^63-1");
        }
        return ((size - 1) / granularity + 1) * granularity;
    }

    @Override
    public long allocate(long size) {
        return allocate(size, 1);
    }

    @Override
    public long allocate(long size, long alignment) {
        requirePositive(size, alignment);
        long bits = bits(size);
        return handOut(find(0, bits, alignmentBits(alignment)), bits);
    }

    /**
     * As {@link #allocate(long)}, but at the lowest suitable address at or after {@code address}; if there is none, at
     * the lowest of all.
     *
     * @param size in bytes, at least 1; a multiple of the granularity
     * @param address at which the search starts; a multiple of the granularity, not negative
     */
    public long allocateNear(long size, long address) {
        requirePositive(size, 1);
        if (address < 0 || !divides(address)) {
            throw new IllegalArgumentException("address=" + address + ", must be a multiple of the granularity "
                    + granularity + " and not negative");
        }
        long bits = bits(size);
        long from = bits(address);
        long found = find(from, bits, 1);
        return handOut(found == RunIndex.NONE && from > 0 ? find(0, bits, 1) : found, bits);
    }

    /**
     * The address that {@link #allocate(long)} would return, without allocating: only the search, as in the paper's
     * experiments on unmodified pages (section 5.2).
     *
     * @param size in bytes, at least 1; a multiple of the granularity
     * @return the address, or {@link #NO_SPACE}
     */
    public long lowestFit(long size) {
        requirePositive(size, 1);
        long found = find(0, bits(size), 1);
        return found == RunIndex.NONE ? NO_SPACE : found * granularity;
    }

    // ---- two-way addressing (Burns and Hineman, section 2): bytes to bits

    /** The bit of an address, or the number of bits of a size; both must be multiples. */
    private long bits(long addressOrSize) {
        return granularity == 1 ? addressOrSize : addressOrSize / granularity;
    }

    private boolean divides(long addressOrSize) {
        return granularity == 1 || addressOrSize % granularity == 0;
    }

    private void requireSection(long address, long size) {
        new Section(address, size);
        if (!divides(address) || !divides(size)) {
            throw new IllegalArgumentException(
                    "not a multiple of the granularity " + granularity + ": address=" + address + ", size=" + size);
        }
    }

    /** The distance in bits between addresses that are multiples of {@code alignment} bytes. */
    private long alignmentBits(long alignment) {
        long a = alignment;
        long b = granularity;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return alignment / a;
    }

    private void requirePositive(long size, long alignment) {
        if (size <= 0 || alignment <= 0) {
            throw new IllegalArgumentException("size=" + size + ", alignment=" + alignment + ": both at least 1");
        }
        if (!divides(size)) {
            throw new IllegalArgumentException("size=" + size + " is not a multiple of the granularity " + granularity);
        }
    }

    private long handOut(long bit, long bits) {
        if (bit == RunIndex.NONE) {
            return NO_SPACE;
        }
        remove(bit, bit + bits);
        return bit * granularity;
    }

    /**
     * The lowest multiple of {@code alignment} at or after {@code from} at which an uncut run of {@code bits} bits
     * starts.
     */
    private long find(long from, long bits, long alignment) {
        if (bits > freeBits || boundaryBits > 0 && bits > boundaryBits) {
            return RunIndex.NONE;
        }
        long at = from;
        while (true) {
            long found = index.find(at, bits);
            if (found == RunIndex.NONE) {
                return RunIndex.NONE;
            }
            long start = firstPlace(found, bits, alignment);
            if (start == found) {
                return start;
            }
            if (start > map.capacity() - bits) {
                return RunIndex.NONE;
            }
            // if this run is too short at start, no other position in it is suitable
            long stop = map.nextClear(start, start + bits);
            if (stop == start + bits) {
                return start;
            }
            at = stop;
        }
    }

    /**
     * The first multiple of {@code alignment} at or after {@code from} that is followed by {@code bits} bits without a
     * cut; beyond the end of the map if there is none.
     */
    private long firstPlace(long from, long bits, long alignment) {
        long start = from;
        long end = map.capacity();
        while (start < end) {
            long rest = start % alignment;
            long aligned = rest == 0 ? start : alignment - rest > end ? end : start + alignment - rest;
            long cut = nextCut(aligned);
            if (cut - aligned >= bits) {
                return aligned;
            }
            start = cut;
        }
        return end;
    }

    @Override
    public void free(long address, long size) {
        requireSection(address, size);
        long from = bits(address);
        long to = bits(address + size);
        if (to > limitBits) {
            throw new IllegalArgumentException("section address=" + address + ", size=" + size
                    + " exceeds the range of a bitmap of granularity " + granularity + ", "
                    + limitBits * granularity + " bytes");
        }
        if (divided(from, to)) {
            throw new IllegalArgumentException("section address=" + address + ", size=" + size
                    + " crosses the merge boundary at " + nextCut(from) * granularity);
        }
        long known = Math.min(to, map.capacity());
        long collision = map.nextSet(from, known);
        if (collision < known) {
            throw alreadyFree(address, size, collision);
        }
        reach(to);
        sections += 1 - joined(from, to);
        map.set(from, to);
        index.set(from, to);
        freeBits += to - from;
    }

    private IllegalStateException alreadyFree(long address, long size, long bit) {
        Section free = sectionWith(bit);
        return new IllegalStateException("section address=" + address + ", size=" + size
                + " overlaps the free section address=" + free.address() + ", size=" + free.size());
    }

    /** Extends the map to at least {@code bits}. */
    private void reach(long bits) {
        long capacity = map.capacity();
        if (bits <= capacity) {
            return;
        }
        long doubled = Math.min(MAX_BITS, Math.max(LEAST_BITS, 2 * capacity));
        long grown = Math.max(doubled, (bits + SummaryTree.LEAF_BITS - 1) & -SummaryTree.LEAF_BITS);
        index.resize(grown);
        map.grow(grown);
    }

    @Override
    public boolean take(long address, long size) {
        requireSection(address, size);
        long from = bits(address);
        long to = bits(address + size);
        if (to > map.capacity() || divided(from, to) || map.nextClear(from, to) != to) {
            return false;
        }
        remove(from, to);
        return true;
    }

    private void remove(long from, long to) {
        sections += joined(from, to) - 1;
        map.clear(from, to);
        index.cleared(from, to);
        freeBits -= to - from;
    }

    private boolean divided(long from, long to) {
        return to > nextCut(from);
    }

    /** The number of adjacent runs, 0 to 2, with which a run forms one section. */
    private int joined(long from, long to) {
        int joined = 0;
        if (from > 0 && !isCut(from) && map.get(from - 1)) {
            joined++;
        }
        if (!isCut(to) && map.get(to)) {
            joined++;
        }
        return joined;
    }

    private boolean isCut(long bit) {
        return boundaryBits > 0 && bit % boundaryBits == 0;
    }

    /** The first cut after a bit. */
    private long nextCut(long bit) {
        return boundaryBits == 0 ? Long.MAX_VALUE : (bit / boundaryBits + 1) * boundaryBits;
    }

    /** The end of the section that contains the set bit {@code bit}. */
    private long sectionEnd(long bit) {
        return Math.min(index.runEnd(bit), nextCut(bit));
    }

    /** The start of the section that contains the set bit {@code end - 1}. */
    private long sectionStart(long end) {
        long cut = boundaryBits == 0 ? 0 : (end - 1) / boundaryBits * boundaryBits;
        return Math.max(index.runStart(end), cut);
    }

    @Override
    public long sizeAt(long address) {
        if (address < 0 || !divides(address)) {
            return 0;
        }
        long bit = bits(address);
        if (!map.get(bit) || bit > 0 && !isCut(bit) && map.get(bit - 1)) {
            return 0;
        }
        return (sectionEnd(bit) - bit) * granularity;
    }

    @Override
    public long sizeEndingAt(long end) {
        if (end <= 0 || !divides(end)) {
            return 0;
        }
        long bit = bits(end);
        if (!map.get(bit - 1) || !isCut(bit) && map.get(bit)) {
            return 0;
        }
        return (bit - sectionStart(bit)) * granularity;
    }

    /** {@inheritDoc} The run need not be a multiple of the granularity. */
    @Override
    public Section overlapping(long address, long size) {
        Section run = new Section(address, size);
        long from = bits(address);
        long to = Math.min(bits(run.end() - 1) + 1, map.capacity());
        long bit = from < to ? map.nextSet(from, to) : to;
        return bit < to ? sectionWith(bit) : null;
    }

    /** The section that contains a set bit. */
    private Section sectionWith(long bit) {
        long start = sectionStart(bit + 1);
        return new Section(start * granularity, (sectionEnd(start) - start) * granularity);
    }

    @Override
    public long lastAddress() {
        return freeBits == 0 ? NO_SPACE : sectionStart(index.end()) * granularity;
    }

    @Override
    public long freeBytes() {
        return freeBits * granularity;
    }

    @Override
    public long sectionCount() {
        return sections;
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        long start = index.find(0, 1);
        while (start != RunIndex.NONE) {
            long end = sectionEnd(start);
            visitor.visit(start * granularity, (end - start) * granularity);
            start = index.find(end, 1);
        }
    }

    @Override
    public void clear() {
        index.resize(0);
        map.drop();
        freeBits = 0;
        sections = 0;
    }

    @Override
    public long probes() {
        return index.probes();
    }
}
