package dev.fallow.freespace.bitmap;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;

/**
 * Free space as a bitmap: a bit for each {@code granularity} bytes of the file, set if they are free. After Burns and
 * Hineman (see the package), with a {@linkplain SummaryTree tree of summaries} above the map in the default form, or
 * with one of the paper's searches through the words for comparison.
 *
 * <p><b>Policy</b>: first fit. A request is given the lowest address at which it fits: the paper's search from the first
 * word on. {@link #allocateNear} starts at an address instead, as the paper's file system does to keep a file together.
 *
 * <p><b>Granularity</b> g: every address and size is a multiple of g, or is refused. A caller with other sizes rounds
 * them up with {@link #rounded} before it allocates, and releases the rounded size: what is lost inside a block is its
 * own to account for.
 *
 * <p><b>Cost</b> for a map of n bits and a block of k: {@code allocate}, {@code free} and {@code take} write k / 64 words
 * and, with the tree, look at some 24 words for each of log8(n / 512) levels at worst; freeing needs no search for its
 * neighbours. The queries for sections cost as much, {@link #sectionCount} and {@link #freeBytes} nothing. With an
 * alignment, or a merge boundary that is not a power of two of at least 512 bits, a search may also have to pass over
 * runs that are long enough but lie wrong, each for the price of one search.
 *
 * <p><b>Memory</b>: the map reaches to the highest address that was ever free (since {@link #clear()}), whatever is in
 * use below: span / (8 g) bytes and a seventh more, in steps of doubling; operations allocate nothing else. Therefore
 * the span is limited to {@link #MAX_BITS} bits, some 600 MB of heap (and half as much again while it grows); freeing an
 * address beyond it is refused.
 */
public final class BitmapFreeSpace implements FreeSpace {
    /** The most bits a map has: addresses end at this many times the granularity. */
    public static final long MAX_BITS = 1L << 32;

    private static final long LEAST_BITS = 4096; // of a map that has any

    private final Granularity granularity;
    private final long limitBits;
    private final long boundaryBits; // runs are cut at its multiples; 0: nowhere
    private final BitMap map = new BitMap();
    private final RunIndex index;
    private long freeBits;
    private long sections;

    /** One bit for each byte, no merge boundary. */
    public BitmapFreeSpace() {
        this(1, 0);
    }

    /**
     * The default form, with summaries.
     *
     * @param granularity bytes that one bit stands for, at least 1
     * @param mergeBoundary bytes, a multiple of the granularity; runs count as cut at its multiples; 0 for no boundary
     * @throws IllegalArgumentException if one of the two is outside its range
     */
    public BitmapFreeSpace(long granularity, long mergeBoundary) {
        this(granularity, mergeBoundary, null);
    }

    /**
     * The paper's form, without summaries.
     *
     * @param granularity bytes that one bit stands for, at least 1
     * @param mergeBoundary bytes, a multiple of the granularity; runs count as cut at its multiples; 0 for no boundary
     * @param search goes through the words for each request; null for the summaries
     * @throws IllegalArgumentException if one of the numbers is outside its range
     */
    public BitmapFreeSpace(long granularity, long mergeBoundary, RunSearch search) {
        this.granularity = new Granularity(granularity);
        if (mergeBoundary < 0 || !this.granularity.divides(mergeBoundary)) {
            throw new IllegalArgumentException(
                    "mergeBoundary=" + mergeBoundary + ", not a multiple of the granularity " + granularity);
        }
        limitBits = Math.min(MAX_BITS, Long.MAX_VALUE / granularity);
        boundaryBits = this.granularity.bits(mergeBoundary);
        index = search == null ? new SummaryTree(map, boundaryBits) : new ScanningIndex(map, search);
    }

    /** Bytes that one bit stands for. */
    public long granularity() {
        return granularity.bytes();
    }

    /**
     * The size that a block of {@code size} bytes is allocated and released with: the next multiple of the granularity.
     *
     * @throws IllegalArgumentException if the size is not positive, or there is no multiple up to 2^63-1
     */
    public long rounded(long size) {
        if (size <= 0 || size > Long.MAX_VALUE / granularity() * granularity()) {
            throw new IllegalArgumentException("size=" + size + " cannot be rounded up to a multiple of "
                    + granularity() + " between 1 and 2^63-1");
        }
        return ((size - 1) / granularity() + 1) * granularity();
    }

    @Override
    public long allocate(long size) {
        return allocate(size, 1);
    }

    @Override
    public long allocate(long size, long alignment) {
        requirePositive(size, alignment);
        long bits = granularity.bits(size);
        return handOut(find(0, bits, granularity.alignmentBits(alignment)), bits);
    }

    /**
     * As {@link #allocate(long)}, at the lowest fitting address at or behind {@code address}, or, if there is none, at
     * the lowest of all.
     *
     * @param size bytes, at least 1; a multiple of the granularity
     * @param address where to start looking; a multiple of the granularity, not negative
     * @return as {@link #allocate(long)}
     * @throws IllegalArgumentException if one of the two is outside its range or not a multiple
     */
    public long allocateNear(long size, long address) {
        requirePositive(size, 1);
        if (address < 0 || !granularity.divides(address)) {
            throw new IllegalArgumentException("address=" + address + ", must be a multiple of the granularity "
                    + granularity.bytes() + " and not negative");
        }
        long bits = granularity.bits(size);
        long from = granularity.bits(address);
        long found = find(from, bits, 1);
        return handOut(found == RunSearch.NONE && from > 0 ? find(0, bits, 1) : found, bits);
    }

    /**
     * The address that {@link #allocate(long)} would return, without allocating: only the search, as in the paper's
     * experiments on unmodified pages (section 5.2).
     *
     * @param size bytes, at least 1; a multiple of the granularity
     * @return the address, or {@link #NO_SPACE}
     * @throws IllegalArgumentException if the size is not positive or not a multiple
     */
    public long lowestFit(long size) {
        requirePositive(size, 1);
        long found = find(0, granularity.bits(size), 1);
        return found == RunSearch.NONE ? NO_SPACE : found * granularity.bytes();
    }

    private void requirePositive(long size, long alignment) {
        if (size <= 0 || alignment <= 0) {
            throw new IllegalArgumentException("size=" + size + ", alignment=" + alignment + ": both at least 1");
        }
        if (!granularity.divides(size)) {
            throw new IllegalArgumentException(
                    "size=" + size + " is not a multiple of the granularity " + granularity.bytes());
        }
    }

    private long handOut(long bit, long bits) {
        if (bit == RunSearch.NONE) {
            return NO_SPACE;
        }
        remove(bit, bit + bits);
        return bit * granularity.bytes();
    }

    /** The lowest multiple of {@code alignment} from {@code from} on with a run behind it that has no cut inside. */
    private long find(long from, long bits, long alignment) {
        if (bits > freeBits || boundaryBits > 0 && bits > boundaryBits) {
            return RunSearch.NONE;
        }
        long at = from;
        while (true) {
            long found = index.find(at, bits);
            if (found == RunSearch.NONE) {
                return RunSearch.NONE;
            }
            long start = firstPlace(found, bits, alignment);
            if (start == found) {
                return start;
            }
            if (start > map.capacity() - bits) {
                return RunSearch.NONE;
            }
            // it is one run from found on if it reaches far enough, and if not, no place in it will do
            long stop = map.nextClear(start, start + bits);
            if (stop == start + bits) {
                return start;
            }
            at = stop;
        }
    }

    /**
     * The first multiple of {@code alignment} at or behind {@code from} with no cut in the bits behind it; a number
     * behind the map if there is none in it.
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
        granularity.requireSection(address, size);
        long from = granularity.bits(address);
        long to = granularity.bits(address + size);
        if (to > limitBits) {
            throw new IllegalArgumentException("section address=" + address + ", size=" + size
                    + " is beyond what a bitmap of granularity " + granularity.bytes() + " spans, "
                    + limitBits * granularity.bytes() + " bytes");
        }
        if (divided(from, to)) {
            throw new IllegalArgumentException("section address=" + address + ", size=" + size
                    + " crosses the merge boundary at " + nextCut(from) * granularity.bytes());
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
        granularity.requireSection(address, size);
        long from = granularity.bits(address);
        long to = granularity.bits(address + size);
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

    /** The number of neighbours with which a run forms one section, or would. */
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
        if (address < 0 || !granularity.divides(address)) {
            return 0;
        }
        long bit = granularity.bits(address);
        if (!map.get(bit) || bit > 0 && !isCut(bit) && map.get(bit - 1)) {
            return 0;
        }
        return (sectionEnd(bit) - bit) * granularity.bytes();
    }

    @Override
    public long sizeEndingAt(long end) {
        if (end <= 0 || !granularity.divides(end)) {
            return 0;
        }
        long bit = granularity.bits(end);
        if (!map.get(bit - 1) || !isCut(bit) && map.get(bit)) {
            return 0;
        }
        return (bit - sectionStart(bit)) * granularity.bytes();
    }

    /** {@inheritDoc} The run need not be a multiple of the granularity. */
    @Override
    public Section overlapping(long address, long size) {
        Section run = new Section(address, size);
        long from = granularity.bits(address);
        long to = Math.min(granularity.bits(run.end() - 1) + 1, map.capacity());
        long bit = from < to ? map.nextSet(from, to) : to;
        return bit < to ? sectionWith(bit) : null;
    }

    /** The section that has the set bit. */
    private Section sectionWith(long bit) {
        long start = sectionStart(bit + 1);
        return new Section(start * granularity.bytes(), (sectionEnd(start) - start) * granularity.bytes());
    }

    @Override
    public long lastAddress() {
        return freeBits == 0 ? NO_SPACE : sectionStart(index.end()) * granularity.bytes();
    }

    @Override
    public long freeBytes() {
        return freeBits * granularity.bytes();
    }

    @Override
    public long sectionCount() {
        return sections;
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        long start = index.find(0, 1);
        while (start != RunSearch.NONE) {
            long end = sectionEnd(start);
            visitor.visit(start * granularity.bytes(), (end - start) * granularity.bytes());
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
