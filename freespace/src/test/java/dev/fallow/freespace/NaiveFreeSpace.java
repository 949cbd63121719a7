package dev.fallow.freespace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The model with which every backend is compared: one bit per unit, set if the unit is free. Every query scans all
 * bits. Best fit, lowest address within a size. Simple and slow.
 */
public final class NaiveFreeSpace implements FreeSpace {
    private final BitSet free = new BitSet();
    private final long base;
    private final long unit;
    private final long mergeBoundary;
    private long probes;

    /**
     * @param base the address of the first unit; no lower address is ever freed
     * @param unit the granularity in bytes
     * @param mergeBoundary as {@link FreeSpaceFactory#create}
     */
    public NaiveFreeSpace(long base, long unit, long mergeBoundary) {
        if (mergeBoundary < 0 || base % unit != 0 || mergeBoundary % unit != 0) {
            throw new IllegalArgumentException("base=" + base + ", boundary=" + mergeBoundary + ", unit=" + unit);
        }
        this.base = base;
        this.unit = unit;
        this.mergeBoundary = mergeBoundary;
    }

    /** All sections, in address order. */
    public List<Section> sections() {
        List<Section> all = new ArrayList<>();
        forEach((address, size) -> all.add(new Section(address, size)));
        return all;
    }

    /** Whether the unit at this address is free. */
    public boolean isFree(long address) {
        return free.get(index(address));
    }

    /** The section that covers the whole run, or null if no single one does. */
    public Section covering(long address, long size) {
        for (Section section : sections()) {
            if (section.address() <= address && address + size <= section.end()) {
                return section;
            }
        }
        return null;
    }

    /** The first address in the section that is a multiple of unit and alignment and leaves size bytes; or NO_SPACE. */
    public long firstAligned(Section section, long size, long alignment) {
        for (long at = section.address(); section.end() - at >= size; at += unit) {
            if (at % alignment == 0) {
                return at;
            }
        }
        return NO_SPACE;
    }

    /** The smallest sufficient section, the lowest one among equals; or null. */
    public Section bestFit(long size, long alignment) {
        Best best = new Best(size, alignment);
        forEach(best);
        return best.size == Long.MAX_VALUE ? null : new Section(best.address, best.size);
    }

    private final class Best implements SectionVisitor {
        final long wanted;
        final long alignment;
        long address;
        long size = Long.MAX_VALUE;

        Best(long wanted, long alignment) {
            this.wanted = wanted;
            this.alignment = alignment;
        }

        @Override
        public void visit(long foundAddress, long foundSize) {
            if (foundSize < size
                    && foundSize >= wanted
                    && (alignment == 1
                            || firstAligned(new Section(foundAddress, foundSize), wanted, alignment) != NO_SPACE)) {
                address = foundAddress;
                size = foundSize;
            }
        }
    }

    @Override
    public long allocate(long size) {
        return allocate(size, 1);
    }

    @Override
    public long allocate(long size, long alignment) {
        if (size <= 0 || size % unit != 0 || alignment <= 0) {
            throw new IllegalArgumentException("allocate: size=" + size + ", alignment=" + alignment);
        }
        Section best = bestFit(size, alignment);
        if (best == null) {
            return NO_SPACE;
        }
        long at = firstAligned(best, size, alignment);
        free.clear(index(at), index(at + size));
        return at;
    }

    @Override
    public void free(long address, long size) {
        Section freed = checked(address, size);
        if (mergeBoundary > 0 && address / mergeBoundary != (freed.end() - 1) / mergeBoundary) {
            throw new IllegalArgumentException(freed + " crosses a boundary of " + mergeBoundary);
        }
        int firstFree = free.nextSetBit(index(address));
        if (firstFree >= 0 && firstFree < index(freed.end())) {
            throw new IllegalStateException(freed + " is free already: " + covering(base + unit * firstFree, unit));
        }
        free.set(index(address), index(freed.end()));
    }

    @Override
    public boolean take(long address, long size) {
        Section taken = checked(address, size);
        boolean divided = mergeBoundary > 0 && address / mergeBoundary != (taken.end() - 1) / mergeBoundary;
        if (divided || free.nextClearBit(index(address)) < index(taken.end())) {
            return false;
        }
        free.clear(index(address), index(taken.end()));
        return true;
    }

    private Section checked(long address, long size) {
        Section section = new Section(address, size);
        if (address % unit != 0 || size % unit != 0) {
            throw new IllegalArgumentException(section + " is not a multiple of " + unit);
        }
        return section;
    }

    @Override
    public long sizeAt(long address) {
        long[] found = {0};
        forEach((start, size) -> {
            if (start == address) {
                found[0] = size;
            }
        });
        return found[0];
    }

    @Override
    public long sizeEndingAt(long end) {
        long[] found = {0};
        forEach((start, size) -> {
            if (start + size == end) {
                found[0] = size;
            }
        });
        return found[0];
    }

    @Override
    public long lastAddress() {
        if (free.isEmpty()) {
            return NO_SPACE;
        }
        int last = free.length() - 1;
        long start = base + unit * (free.previousClearBit(last) + 1);
        return mergeBoundary == 0 ? start : Math.max(start, (base + unit * last) / mergeBoundary * mergeBoundary);
    }

    @Override
    public long freeBytes() {
        return free.cardinality() * unit;
    }

    @Override
    public long sectionCount() {
        long[] count = {0};
        forEach((address, size) -> count[0]++);
        return count[0];
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        int start = free.nextSetBit(0);
        while (start >= 0) {
            int end = free.nextClearBit(start);
            long address = base + unit * start;
            long stop = base + unit * end;
            while (mergeBoundary > 0 && stop - address > mergeBoundary - address % mergeBoundary) {
                long piece = mergeBoundary - address % mergeBoundary;
                visitor.visit(address, piece);
                address += piece;
            }
            visitor.visit(address, stop - address);
            probes++;
            start = free.nextSetBit(end);
        }
    }

    @Override
    public void clear() {
        free.clear();
    }

    @Override
    public long probes() {
        return probes;
    }

    private int index(long address) {
        return Math.toIntExact((address - base) / unit);
    }
}
