package dev.fallow.research.contender;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The obvious design in Java: a {@link TreeMap} of the sections by address and a {@link TreeSet} (which is a
 * {@link TreeMap}) of the same objects by size and address. Exact best fit, lowest address; O(log n) except for aligned
 * allocations. The two trees share one object per section.
 */
public final class TwoTreeMaps implements FreeSpace {
    /** Creates managers that do not count probes, for timing. */
    public static final FreeSpaceFactory FACTORY = boundary -> new TwoTreeMaps(boundary, false);

    /** Creates managers that count the nodes visited. */
    public static final FreeSpaceFactory COUNTING = boundary -> new TwoTreeMaps(boundary, true);

    private static final Comparator<Piece> BY_SIZE = TwoTreeMaps::compareBySize;

    private final long mergeBoundary;
    private final TreeMap<Long, Piece> byAddress;
    private final TreeSet<Piece> bySize;
    private long freeBytes;
    private long probes;

    private TwoTreeMaps(long mergeBoundary, boolean counting) {
        if (mergeBoundary < 0) {
            throw new IllegalArgumentException("merge boundary must not be negative: " + mergeBoundary);
        }
        this.mergeBoundary = mergeBoundary;
        byAddress = counting ? new TreeMap<>(this::countAndCompareAddresses) : new TreeMap<>();
        bySize = new TreeSet<>(counting ? this::countAndCompareSizes : BY_SIZE);
    }

    /** A section, shared by both trees. Not a record, because the tool that measures memory cannot inspect records. */
    private static final class Piece {
        final long address;
        final long size;

        Piece(long address, long size) {
            this.address = address;
            this.size = size;
        }

        long end() {
            return address + size;
        }

        @Override
        public String toString() {
            return "Section[address=" + address + ", size=" + size + "]";
        }
    }

    private static int compareBySize(Piece a, Piece b) {
        int bySize = Long.compare(a.size, b.size);
        return bySize != 0 ? bySize : Long.compare(a.address, b.address);
    }

    private int countAndCompareSizes(Piece a, Piece b) {
        probes++;
        return compareBySize(a, b);
    }

    private int countAndCompareAddresses(Long a, Long b) {
        probes++;
        return a.compareTo(b);
    }

    private void add(long address, long size) {
        Piece piece = new Piece(address, size);
        byAddress.put(address, piece);
        bySize.add(piece);
    }

    private void remove(Piece piece) {
        byAddress.remove(piece.address);
        bySize.remove(piece);
    }

    /** Replaces a section by another that starts at the same address; the tree by address keeps its node. */
    private void resize(Piece piece, long size) {
        Piece resized = new Piece(piece.address, size);
        byAddress.put(piece.address, resized);
        bySize.remove(piece);
        bySize.add(resized);
    }

    @Override
    public long allocate(long size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size must be positive: " + size);
        }
        Piece best = bySize.ceiling(new Piece(0, size));
        if (best == null) {
            return NO_SPACE;
        }
        carve(best, best.address, size);
        return best.address;
    }

    @Override
    public long allocate(long size, long alignment) {
        if (size <= 0 || alignment <= 0) {
            throw new IllegalArgumentException("size=" + size + ", alignment=" + alignment + ": both at least 1");
        }
        for (Piece piece : bySize.tailSet(new Piece(0, size))) {
            long rest = piece.address % alignment;
            long skipped = rest == 0 ? 0 : alignment - rest;
            if (skipped <= piece.size - size) {
                long address = piece.address + skipped;
                carve(piece, address, size);
                return address;
            }
        }
        return NO_SPACE;
    }

    private void carve(Piece piece, long address, long size) {
        long before = address - piece.address;
        long after = piece.size - before - size;
        if (before > 0) {
            resize(piece, before);
        } else {
            remove(piece);
        }
        if (after > 0) {
            add(address + size, after);
        }
        freeBytes -= size;
    }

    @Override
    public void free(long address, long size) {
        Section freed = new Section(address, size);
        long end = freed.end();
        if (mergeBoundary > 0 && address / mergeBoundary != (end - 1) / mergeBoundary) {
            throw new IllegalArgumentException(freed + " crosses a merge boundary, a multiple of " + mergeBoundary);
        }
        Map.Entry<Long, Piece> below = byAddress.floorEntry(address);
        Map.Entry<Long, Piece> above = byAddress.higherEntry(address);
        Piece lower = below == null ? null : below.getValue();
        Piece upper = above == null ? null : above.getValue();
        if (lower != null && lower.end() > address) {
            throw new IllegalStateException(freed + " is already free, at least in part: " + lower);
        }
        if (upper != null && upper.address < end) {
            throw new IllegalStateException(freed + " is already free, at least in part: " + upper);
        }
        boolean mergesLower = lower != null && lower.end() == address && mayMergeAt(address);
        boolean mergesUpper = upper != null && upper.address == end && mayMergeAt(end);
        if (mergesUpper) {
            remove(upper);
            end = upper.end();
        }
        if (mergesLower) {
            resize(lower, end - lower.address);
        } else {
            add(address, end - address);
        }
        freeBytes += size;
    }

    private boolean mayMergeAt(long address) {
        return mergeBoundary == 0 || address % mergeBoundary != 0;
    }

    @Override
    public boolean take(long address, long size) {
        Section taken = new Section(address, size);
        Map.Entry<Long, Piece> below = byAddress.floorEntry(address);
        if (below == null || below.getValue().end() < taken.end()) {
            return false;
        }
        carve(below.getValue(), address, size);
        return true;
    }

    @Override
    public long sizeAt(long address) {
        Piece piece = byAddress.get(address);
        return piece == null ? 0 : piece.size;
    }

    @Override
    public long sizeEndingAt(long end) {
        Map.Entry<Long, Piece> below = byAddress.lowerEntry(end);
        return below == null || below.getValue().end() != end ? 0 : below.getValue().size;
    }

    @Override
    public long lastAddress() {
        return byAddress.isEmpty() ? NO_SPACE : byAddress.lastKey();
    }

    @Override
    public long freeBytes() {
        return freeBytes;
    }

    @Override
    public long sectionCount() {
        return byAddress.size();
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        for (Piece piece : byAddress.values()) {
            visitor.visit(piece.address, piece.size);
        }
    }

    @Override
    public void clear() {
        byAddress.clear();
        bySize.clear();
        freeBytes = 0;
    }

    /** The number of comparisons with nodes of both trees; always 0 in managers that do not count. */
    @Override
    public long probes() {
        return probes;
    }
}
