package dev.fallow.freespace.ordered;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;

/**
 * Best fit, lowest address: a request is served by the smallest section that is long enough, and among sections of
 * equal size by the one at the lowest address. The chosen addresses are those of
 * {@link dev.fallow.freespace.bins.SizeBins}. The sections are in two indexes, {@link AddressTree} and
 * {@link SizeIndex}, which consist of primitive arrays, without an object per section.
 *
 * <p>Cost, for n sections: allocate and free take O(log n) steps, with a base of about 20, for any addresses and sizes.
 * In addition, an operation may copy an array that grows, convert one size to another form (at most
 * {@link SizeIndex#MOST_IN_RUN} + 1 searches), or, when three quarters of the allocated memory are unused, rebuild the
 * indexes; all of these are O(1) searches amortised. An aligned allocation examines sections of {@code size} to
 * {@code size + alignment - 2} bytes one by one until one is suitable.
 */
public final class OrderedFreeSpace implements FreeSpace {
    /** Creates managers of this design. */
    public static final FreeSpaceFactory FACTORY = OrderedFreeSpace::new;

    private final long mergeBoundary;
    private SizeIndex sizes = new SizeIndex();
    private AddressTree sections = sizes.tree();
    private long freeBytes;
    private long probesBefore;

    /** Creates an empty manager. */
    public OrderedFreeSpace(long mergeBoundary) {
        if (mergeBoundary < 0) {
            throw new IllegalArgumentException("merge boundary below 0: " + mergeBoundary);
        }
        this.mergeBoundary = mergeBoundary;
    }

    // ---- allocating ------------------------------------------------------------------------------------------

    @Override
    public long allocate(long size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size of an allocation: expected at least 1, found " + size);
        }
        long found = sizes.ceiling(size);
        if (found == 0) {
            return NO_SPACE;
        }
        long address = sizes.seekLowest(found);
        takeFront(address, found, size);
        return address;
    }

    /**
     * The address of the section that {@link #allocate(long)} would use; allocates nothing.
     *
     * @param size in bytes, at least 1
     * @return its address, or {@link #NO_SPACE}
     */
    public long fitting(long size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size of an allocation: expected at least 1, found " + size);
        }
        long found = sizes.ceiling(size);
        return found == 0 ? NO_SPACE : sizes.seekLowest(found);
    }

    @Override
    public long allocate(long size, long alignment) {
        if (size <= 0 || alignment <= 0) {
            throw new IllegalArgumentException("allocation of " + size + " bytes at a multiple of " + alignment);
        }
        if (alignment == 1) {
            return allocate(size);
        }
        long found = sizes.ceiling(size);
        while (found != 0) {
            if (sizes.seekLowestAligned(found, size, alignment)) {
                long address = sections.address();
                long start = address + Section.padding(address, alignment);
                takeAt(address, found, start, size);
                return start;
            }
            found = found == Long.MAX_VALUE ? 0 : sizes.ceiling(found + 1);
        }
        return NO_SPACE;
    }

    @Override
    public boolean take(long address, long size) {
        long end = checkedEnd(address, size);
        sections.seek(address);
        int at = sections.current();
        if (at < 0) {
            return false;
        }
        long from = sections.addressOf(at);
        long length = sections.sizeOf(at);
        if (from + length < end) {
            return false;
        }
        if (!sections.atSection()) {
            sections.seek(from);
        }
        takeAt(from, length, address, size);
        return true;
    }

    /** Allocates the first bytes of the section at the cursor. */
    private void takeFront(long address, long length, long size) {
        freeBytes -= size;
        int slot = sizes.remove(length, address);
        if (length == size) {
            sections.remove(slot);
        } else {
            int restSlot = sizes.add(length - size, address + size);
            sections.move(address + size, length - size, slot, restSlot);
        }
        settle();
    }

    /** Allocates {@code [start, start + size)} from the section at the cursor, {@code [address, address + length)}. */
    private void takeAt(long address, long length, long start, long size) {
        if (start == address) {
            takeFront(address, length, size);
            return;
        }
        freeBytes -= size;
        long before = start - address;
        long behind = length - before - size;
        int slot = sizes.remove(length, address);
        sections.resize(before, slot, sizes.add(before, address));
        if (behind > 0) {
            sections.seek(start + size);
            sections.insert(start + size, behind, sizes.add(behind, start + size));
        }
        settle();
    }

    /** Ends a change: converts sizes that have become crowded or rare, and rebuilds sparse indexes. */
    private void settle() {
        if (sizes.unsettled()) {
            sizes.settle();
        }
        if (sizes.sparse()) {
            rebuild();
        }
    }

    /** Rebuilds both indexes from the remaining sections, so that memory shrinks with their number. */
    private void rebuild() {
        AddressTree old = sections;
        probesBefore += sections.visited() + sizes.visited();
        SizeIndex fresh = new SizeIndex();
        AddressTree tree = fresh.tree();
        old.forEach((address, size) -> {
            tree.seek(address);
            tree.insert(address, size, fresh.add(size, address));
            fresh.settle();
        });
        sizes = fresh;
        sections = tree;
    }

    // ---- freeing -------------------------------------------------------------------------------------------

    @Override
    public void free(long address, long size) {
        long end = checkedEnd(address, size);
        if (mergeBoundary > 0 && address / mergeBoundary != (end - 1) / mergeBoundary) {
            throw new IllegalArgumentException(
                    new Section(address, size) + " crosses a multiple of the merge boundary " + mergeBoundary);
        }
        AddressTree tree = sections;
        tree.seek(address);
        int lower = tree.current();
        int upper = tree.next();
        long lowerAddress = -1;
        long lowerSize = 0;
        if (lower >= 0) {
            lowerAddress = tree.addressOf(lower);
            lowerSize = tree.sizeOf(lower);
            if (lowerAddress + lowerSize > address) {
                throw collision(address, size, lowerAddress, lowerSize);
            }
        }
        long upperAddress = -1;
        long upperSize = 0;
        if (upper >= 0) {
            upperAddress = tree.addressOf(upper);
            upperSize = tree.sizeOf(upper);
            if (upperAddress < end) {
                throw collision(address, size, upperAddress, upperSize);
            }
        }
        freeBytes += size;
        boolean mergesLower = lowerAddress + lowerSize == address && mayMergeAt(address) && lower >= 0;
        boolean mergesUpper = upperAddress == end && mayMergeAt(end);

        //             lower  freed  upper     result
        // alone         .      F      .       F
        // grows up      L]     F      .       L+F
        // grows down    .      F     [U       F+U
        // bridges       L]     F     [U       L+F+U, and one section fewer than before
        if (mergesLower) {
            long merged = lowerSize + size;
            int lowerSlot = sizes.remove(lowerSize, lowerAddress);
            int upperSlot = -1;
            if (mergesUpper) {
                merged += upperSize;
                upperSlot = sizes.remove(upperSize, upperAddress);
            }
            if (!tree.atSection()) {
                tree.seek(lowerAddress); // it is the last one of the previous leaf
            }
            boolean upperInLeaf = tree.hasNextInLeaf();
            tree.resize(merged, lowerSlot, sizes.add(merged, lowerAddress));
            if (mergesUpper) {
                removeUpper(upperInLeaf, upperAddress, upperSlot);
            }
        } else if (mergesUpper) {
            int upperSlot = sizes.remove(upperSize, upperAddress);
            int mergedSlot = sizes.add(size + upperSize, address);
            if (tree.hasNextInLeaf()) {
                tree.moveNext(address, size + upperSize, upperSlot, mergedSlot);
            } else { // the lower address belongs to the previous leaf
                removeUpper(false, upperAddress, upperSlot);
                tree.seek(address);
                tree.insert(address, size + upperSize, mergedSlot);
            }
        } else {
            tree.insert(address, size, sizes.add(size, address));
        }
        settle();
    }

    /** Removes the upper section from the tree: it is after the cursor, or in a later leaf. */
    private void removeUpper(boolean inLeaf, long address, int slot) {
        if (inLeaf) {
            sections.removeNext(slot);
        } else {
            sections.seek(address);
            sections.remove(slot);
        }
    }

    private boolean mayMergeAt(long address) {
        return mergeBoundary == 0 || address % mergeBoundary != 0;
    }

    private static IllegalStateException collision(long address, long size, long otherAddress, long otherSize) {
        return new IllegalStateException(
                "freed " + new Section(address, size) + " is already free in " + new Section(otherAddress, otherSize));
    }

    private static long checkedEnd(long address, long size) {
        if (address < 0 || size <= 0 || size > Long.MAX_VALUE - address) {
            return new Section(address, size).end(); // throws, with a description of the error
        }
        return address + size;
    }

    // ---- queries ---------------------------------------------------------------------------------------------

    @Override
    public long sizeAt(long address) {
        if (address < 0 || address == Long.MAX_VALUE) {
            return 0;
        }
        sections.seek(address);
        return sections.atSection() && sections.address() == address ? sections.size() : 0;
    }

    @Override
    public long sizeEndingAt(long end) {
        if (end <= 0) {
            return 0;
        }
        sections.seek(end - 1);
        int at = sections.current();
        return at >= 0 && sections.addressOf(at) + sections.sizeOf(at) == end ? sections.sizeOf(at) : 0;
    }

    /** One search, as in {@link #free}: a release calls this for every manager of its file. */
    @Override
    public Section overlapping(long address, long size) {
        Section run = new Section(address, size);
        sections.seek(address);
        int lower = sections.current();
        if (lower >= 0 && sections.addressOf(lower) + sections.sizeOf(lower) > address) {
            return new Section(sections.addressOf(lower), sections.sizeOf(lower));
        }
        int upper = sections.next();
        return upper >= 0 && sections.addressOf(upper) < run.end()
                ? new Section(sections.addressOf(upper), sections.sizeOf(upper))
                : null;
    }

    @Override
    public long lastAddress() {
        int at = sections.last();
        return at < 0 ? NO_SPACE : sections.addressOf(at);
    }

    /** Needs no search, because the last leaf is known. */
    @Override
    public long lastSize() {
        int at = sections.last();
        return at < 0 ? 0 : sections.sizeOf(at);
    }

    @Override
    public long freeBytes() {
        return freeBytes;
    }

    @Override
    public long sectionCount() {
        return sections.count();
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        sections.forEach(visitor);
    }

    @Override
    public void clear() {
        sizes.clear();
        freeBytes = 0;
    }

    /** The size of this manager's arrays in bytes, nearly all of its memory. */
    public long arrayBytes() {
        return sizes.bytes();
    }

    @Override
    public long probes() {
        return probesBefore + sections.visited() + sizes.visited();
    }
}
