package dev.fallow.freespace.bins;

import static dev.fallow.freespace.bins.SkipLists.HIGH;
import static dev.fallow.freespace.bins.SkipLists.LEVELS;
import static dev.fallow.freespace.bins.SkipLists.LOW;
import static dev.fallow.freespace.bins.SkipLists.TOWER;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.Arrays;

/**
 * HDF5's free-space manager: <em>best fit, lowest address within a size</em>, with the same choices as libhdf5.
 *
 * <pre>
 *   bins          one for each log2 of a size; a bitmap marks those that are not empty
 *   bin           skip list of size nodes, in ascending order
 *   size node     skip list of the sections of exactly that size, in address order
 *   merge list    skip list of all sections, in address order
 *
 *   section node: address | size node, height | tower: merge list (high), sections of the same size (low)
 *   size node:    size    | head of its sections, height, levels | tower: size nodes of the same bin (low)
 * </pre>
 *
 * With n sections, allocate and free take O(log n) expected time; the last address, the sums and each step of an
 * iteration take O(1). Like libhdf5, aligned allocation examines sections in ascending order of size until one is
 * suitable, which any section of {@code size + alignment - 1} bytes is. Takes about 30 bytes per section and 50 per
 * distinct size.
 *
 * <p>If only one end of a section moves (a rest, a merge), its node stays in the merge list, because its position in
 * the order is unchanged.
 */
public final class SizeBins implements FreeSpace {
    /** Creates managers of this kind. */
    public static final FreeSpaceFactory FACTORY = SizeBins::new;

    private static final int BINS = Long.SIZE - 1;

    /**
     * The maximum number of words that one operation needs: two sections, a size node, its head and that of the bin.
     */
    private static final int WORDS_AN_OPERATION = 5 * SkipLists.LONGEST;

    private static final int HEIGHT_SHIFT = 32;
    private static final int LEVELS_SHIFT = 40;

    private final long mergeBoundary;
    private final int[] binHeads = new int[BINS];
    private final byte[] binLevels = new byte[BINS];
    private final int[] mergePath = new int[LEVELS];
    private final int[] path = new int[LEVELS];

    private SkipLists lists;
    private long nonEmptyBins;
    private int mergeHead;
    private int mergeLevels;
    private int last;
    private long freeBytes;
    private long sectionCount;
    private long probesBeforeClear;

    /** Creates an empty manager. */
    public SizeBins(long mergeBoundary) {
        if (mergeBoundary < 0) {
            throw new IllegalArgumentException("merge boundary must not be negative, found " + mergeBoundary);
        }
        this.mergeBoundary = mergeBoundary;
        begin();
    }

    private void begin() {
        lists = new SkipLists();
        mergeHead = lists.newHead(LEVELS);
        mergeLevels = 1;
    }

    // ---- operations ------------------------------------------------------------------------------------------

    @Override
    public long allocate(long size) {
        requirePositive("size", size);
        int sizeNode = smallestAtLeast(size);
        if (sizeNode == 0) {
            return NO_SPACE;
        }
        int section = firstOf(sizeNode);
        long address = lists.words[section];
        carve(section, address, size);
        return address;
    }

    @Override
    public long allocate(long size, long alignment) {
        requirePositive("size", size);
        requirePositive("alignment", alignment);
        if (alignment == 1) {
            return allocate(size);
        }
        for (int sizeNode = smallestAtLeast(size); sizeNode != 0; sizeNode = nextLarger(sizeNode)) {
            long slack = lists.words[sizeNode] - size;
            for (int section = firstOf(sizeNode); section != 0; section = lists.next(section, 0, LOW)) {
                long address = lists.words[section];
                long skipped = Section.padding(address, alignment);
                if (skipped <= slack) {
                    carve(section, address + skipped, size);
                    return address + skipped;
                }
            }
        }
        return NO_SPACE;
    }

    //             lower  freed  upper     result
    // alone         .      F      .       F
    // grows up      L]     F      .       L+F
    // grows down    .      F     [U       F+U
    // bridges       L]     F     [U       L+F+U, and one section fewer than before
    // collides      L...F  or  F...U      refused

    @Override
    public void free(long address, long size) {
        Section freed = new Section(address, size);
        long end = freed.end();
        if (mergeBoundary > 0 && address / mergeBoundary != (end - 1) / mergeBoundary) {
            throw new IllegalArgumentException(freed + " crosses a merge boundary, a multiple of " + mergeBoundary);
        }
        Section colliding = overlapping(address, size);
        if (colliding != null) {
            throw new IllegalStateException(freed + " is already free, at least in part: " + colliding);
        }
        int lower = mergePath[0] == mergeHead ? 0 : mergePath[0];
        int upper = lists.next(mergePath[0], 0, HIGH);

        lists.reserve(WORDS_AN_OPERATION);
        boolean mergesLower = lower != 0 && lists.words[lower] + sizeOf(lower) == address && mayMergeAt(address);
        boolean mergesUpper = upper != 0 && lists.words[upper] == end && mayMergeAt(end);
        if (mergesLower && mergesUpper) {
            long merged = sizeOf(lower) + size + sizeOf(upper);
            unlinkFromSize(lower);
            unlinkFromSize(upper);
            removeFromMergeList(upper);
            linkIntoSize(lower, merged);
        } else if (mergesLower) {
            long merged = sizeOf(lower) + size;
            unlinkFromSize(lower);
            linkIntoSize(lower, merged);
        } else if (mergesUpper) {
            long merged = size + sizeOf(upper);
            unlinkFromSize(upper);
            lists.words[upper] = address;
            linkIntoSize(upper, merged);
        } else {
            linkIntoSize(insertIntoMergeList(address), size);
        }
        freeBytes += size;
    }

    @Override
    public boolean take(long address, long size) {
        Section taken = new Section(address, size);
        int section = atOrBefore(address);
        if (section == 0 || lists.words[section] + sizeOf(section) < taken.end()) {
            return false;
        }
        carve(section, address, size);
        return true;
    }

    //              section
    // all          XXXXXXX      it is removed
    // front        XXX====      its address changes
    // back         ====XXX      it is shortened
    // middle       ==XXX==      it is shortened, and a new one is inserted after the run

    /** Removes {@code [address, address + size)} from the section that contains it. */
    private void carve(int section, long address, long size) {
        lists.reserve(WORDS_AN_OPERATION);
        long before = address - lists.words[section];
        long behind = sizeOf(section) - before - size;
        unlinkFromSize(section);
        if (before > 0) {
            linkIntoSize(section, before);
            if (behind > 0) {
                lists.search(mergeHead, mergeLevels, HIGH, address, mergePath);
                linkIntoSize(insertIntoMergeList(address + size), behind);
            }
        } else if (behind > 0) {
            lists.words[section] = address + size;
            linkIntoSize(section, behind);
        } else {
            lists.search(mergeHead, mergeLevels, HIGH, address, mergePath);
            removeFromMergeList(section);
        }
        freeBytes -= size;
    }

    // ---- queries ---------------------------------------------------------------------------------------------

    @Override
    public long sizeAt(long address) {
        int section = lists.search(mergeHead, mergeLevels, HIGH, address, mergePath);
        return section != 0 && lists.words[section] == address ? sizeOf(section) : 0;
    }

    @Override
    public long sizeEndingAt(long end) {
        lists.search(mergeHead, mergeLevels, HIGH, end, mergePath);
        int section = mergePath[0];
        return section != mergeHead && lists.words[section] + sizeOf(section) == end ? sizeOf(section) : 0;
    }

    /** {@inheritDoc} Afterwards mergePath leads to the position of a section at the address. */
    @Override
    public Section overlapping(long address, long size) {
        Section run = new Section(address, size);
        int upper = lists.search(mergeHead, mergeLevels, HIGH, address, mergePath);
        int lower = mergePath[0];
        if (lower != mergeHead && lists.words[lower] + sizeOf(lower) > address) {
            return section(lower);
        }
        return upper != 0 && lists.words[upper] < run.end() ? section(upper) : null;
    }

    @Override
    public long lastAddress() {
        return last == 0 ? NO_SPACE : lists.words[last];
    }

    @Override
    public long freeBytes() {
        return freeBytes;
    }

    @Override
    public long sectionCount() {
        return sectionCount;
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        for (int section = lists.next(mergeHead, 0, HIGH); section != 0; section = lists.next(section, 0, HIGH)) {
            visitor.visit(lists.words[section], sizeOf(section));
        }
    }

    @Override
    public void clear() {
        probesBeforeClear += lists.probes();
        Arrays.fill(binHeads, 0);
        Arrays.fill(binLevels, (byte) 0);
        nonEmptyBins = 0;
        last = 0;
        freeBytes = 0;
        sectionCount = 0;
        begin();
    }

    @Override
    public long probes() {
        return probesBeforeClear + lists.probes();
    }

    /** The size of the node array in bytes: at most 1.5 times what is in use, plus freed blocks. */
    long poolBytes() {
        return 8L * lists.words.length;
    }

    // ---- the merge list --------------------------------------------------------------------------------------

    private boolean mayMergeAt(long address) {
        return mergeBoundary == 0 || address % mergeBoundary != 0;
    }

    /** The last section that starts at or before the address, or 0. */
    private int atOrBefore(long address) {
        int section = lists.search(mergeHead, mergeLevels, HIGH, address, mergePath);
        if (section != 0 && lists.words[section] == address) {
            return section;
        }
        return mergePath[0] == mergeHead ? 0 : mergePath[0];
    }

    /** Inserts a section at the address, which is the position of mergePath; its size is not set yet. */
    private int insertIntoMergeList(long address) {
        int height = lists.drawHeight();
        int section = lists.take(TOWER + height);
        lists.words[section] = address;
        lists.words[section + 1] = (long) height << HEIGHT_SHIFT;
        if (height > mergeLevels) {
            mergePath[mergeLevels++] = mergeHead; // at most one level more, regardless of the height drawn
        }
        lists.insert(section, Math.min(height, mergeLevels), HIGH, mergePath);
        if (lists.next(section, 0, HIGH) == 0) {
            last = section;
        }
        sectionCount++;
        return section;
    }

    /** Removes the section, which is the first one after mergePath; its size must have been unset. */
    private void removeFromMergeList(int section) {
        if (section == last) {
            last = mergePath[0] == mergeHead ? 0 : mergePath[0];
        }
        lists.remove(section, mergeLevels, HIGH, mergePath);
        lists.release(section, TOWER + heightOf(section));
        sectionCount--;
    }

    // ---- the bins --------------------------------------------------------------------------------------------

    private static int binOf(long size) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    }

    /** The size node of the smallest size that is at least this, or 0. */
    private int smallestAtLeast(long size) {
        int bin = binOf(size);
        if ((nonEmptyBins >>> bin & 1) != 0) {
            int sizeNode = lists.search(binHeads[bin], binLevels[bin], LOW, size, path);
            if (sizeNode != 0) {
                return sizeNode;
            }
        }
        return firstInBinsAbove(bin);
    }

    private int nextLarger(int sizeNode) {
        int next = lists.next(sizeNode, 0, LOW);
        return next != 0 ? next : firstInBinsAbove(binOf(lists.words[sizeNode]));
    }

    private int firstInBinsAbove(int bin) {
        long above = nonEmptyBins & -2L << bin;
        return above == 0 ? 0 : lists.next(binHeads[Long.numberOfTrailingZeros(above)], 0, LOW);
    }

    /** The section of this size at the lowest address. */
    private int firstOf(int sizeNode) {
        return lists.next(sectionsHead(sizeNode), 0, LOW);
    }

    private long sizeOf(int section) {
        return lists.words[(int) lists.words[section + 1]];
    }

    private Section section(int node) {
        return new Section(lists.words[node], sizeOf(node));
    }

    private int heightOf(int node) {
        return (int) (lists.words[node + 1] >>> HEIGHT_SHIFT) & 0xFF;
    }

    private int sectionsHead(int sizeNode) {
        return (int) lists.words[sizeNode + 1];
    }

    private int sectionsLevels(int sizeNode) {
        return (int) (lists.words[sizeNode + 1] >>> LEVELS_SHIFT);
    }

    private void setSections(int sizeNode, int head, int levels, int height) {
        lists.words[sizeNode + 1] = (long) levels << LEVELS_SHIFT | (long) height << HEIGHT_SHIFT | head;
    }

    /** Sets the size of a section that has none. */
    private void linkIntoSize(int section, long size) {
        int sizeNode = sizeNode(size);
        int head = sectionsHead(sizeNode);
        int levels = sectionsLevels(sizeNode);
        int height = heightOf(section);
        if (height > levels) {
            head = lists.raisedHead(head, levels);
            setSections(sizeNode, head, ++levels, heightOf(sizeNode));
        }
        lists.search(head, levels, LOW, lists.words[section], path);
        lists.insert(section, Math.min(height, levels), LOW, path);
        lists.words[section + 1] = (long) height << HEIGHT_SHIFT | sizeNode;
    }

    /** Removes the section from the list of its size, and the size if that was its last section. */
    private void unlinkFromSize(int section) {
        int sizeNode = (int) lists.words[section + 1];
        int head = sectionsHead(sizeNode);
        int levels = sectionsLevels(sizeNode);
        if (lists.next(head, 0, LOW) == section) {
            lists.removeFirst(head, section, levels, LOW);
            if (lists.next(head, 0, LOW) == 0) {
                dropSizeNode(sizeNode);
            }
        } else {
            lists.search(head, levels, LOW, lists.words[section], path);
            lists.remove(section, levels, LOW, path);
        }
    }

    /** The node of exactly this size, created if necessary. */
    private int sizeNode(long size) {
        int bin = binOf(size);
        if (binHeads[bin] == 0) {
            binHeads[bin] = lists.newHead(LEVELS);
            binLevels[bin] = 1;
        }
        int found = lists.search(binHeads[bin], binLevels[bin], LOW, size, path);
        if (found != 0 && lists.words[found] == size) {
            return found;
        }
        int height = lists.drawHeight();
        int sizeNode = lists.take(TOWER + height);
        lists.words[sizeNode] = size;
        setSections(sizeNode, lists.newHead(1), 1, height);
        if (height > binLevels[bin]) {
            path[binLevels[bin]++] = binHeads[bin];
        }
        lists.insert(sizeNode, Math.min(height, binLevels[bin]), LOW, path);
        nonEmptyBins |= 1L << bin;
        return sizeNode;
    }

    private void dropSizeNode(int sizeNode) {
        int bin = binOf(lists.words[sizeNode]);
        lists.search(binHeads[bin], binLevels[bin], LOW, lists.words[sizeNode], path);
        lists.remove(sizeNode, binLevels[bin], LOW, path);
        if (lists.next(binHeads[bin], 0, LOW) == 0) {
            nonEmptyBins &= ~(1L << bin);
        }
        lists.dropHead(sectionsHead(sizeNode), sectionsLevels(sizeNode));
        lists.release(sizeNode, TOWER + heightOf(sizeNode));
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive: " + value);
        }
    }
}
