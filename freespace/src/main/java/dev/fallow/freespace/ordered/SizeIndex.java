package dev.fallow.freespace.ordered;

import dev.fallow.freespace.Section;
import java.util.BitSet;

/**
 * An index of sections by exact size. The form in which the sections of a size are stored depends on their number:
 *
 * <pre>
 *   sizes 1 to 64 KiB, a state word each (multiples of 8 are adjacent; pages are created when needed)
 *     one      its address, in the state word itself
 *     few      a run of at most 32 addresses in descending order
 *     marked   more than that: only a count; {@link AddressTree} has a mark bit per leaf. There are 256 slots
 *     listed   more than that while no slot is free: entries of {@link SizeTree}
 *   larger     entries of {@link SizeTree}
 * </pre>
 *
 * The state word of a size:
 *
 * <pre>
 *   kind     bits 0-1     2-7          8-31    32-63
 *   few      0            log2 block   count   block in {@link AddressRuns}
 *   marked   1            slot (2-31)          count
 *   listed   2            -                    count
 *   one      3            address (2-63)
 * </pre>
 *
 * <p>A size becomes marked or listed when its run is full, and a run again when at most a third of a run is left. So
 * the operations in between amortise the cost of the conversion, one search per section.
 *
 * <p>The order of calls in a change of the free space: first {@link #remove} and {@link #add}, which return the slots
 * of marked sizes; then changes of the {@link AddressTree} with these slots; finally {@link #settle}, which converts
 * sizes that have become crowded or rare.
 */
final class SizeIndex {
    /** The maximum number of sections of one size in a run. */
    static final int MOST_IN_RUN = AddressRuns.LONGEST / 2;

    private static final int FEWEST_MARKED = 10;
    private static final int MOST_SLOTS = 256;

    private static final int FEW = 0;
    private static final int MARKED = 1;
    private static final int LISTED = 2;
    private static final int ONE = 3;

    /** The lowest address that does not fit into a state word; a size with such an address has a run of one. */
    private static final long TOO_HIGH_FOR_ONE = 1L << 61;

    /** The increment of the count of a marked or listed size. */
    private static final long ONE_MORE = 1L << 32;

    private final AddressTree tree;
    private final SizeBitmap sizes = new SizeBitmap();
    private final SizeTree listed = new SizeTree();
    private AddressRuns runs = new AddressRuns();

    private final SizeStates states = new SizeStates();

    /** The slots of marked sizes; the lowest free one is used first. */
    private final BitSet slots = new BitSet(MOST_SLOTS);

    /** Sizes whose form is checked at the end of the change: at most two that lose a section and two that gain one. */
    private final int[] unsettled = new int[4];

    private int unsettledCount;
    private long visited;

    SizeIndex() {
        tree = new AddressTree(this);
        clear();
    }

    /** The sections by address, whose marks this index reads. */
    AddressTree tree() {
        return tree;
    }

    /** Removes all sections, here and in the tree by address. */
    void clear() {
        tree.clear();
        sizes.clear();
        listed.clear();
        runs = new AddressRuns();
        states.clear();
        slots.clear();
        unsettledCount = 0;
    }

    /** The number of words, runs and nodes visited since this index was created. */
    long visited() {
        return visited + listed.visited();
    }

    /** Whether most of the allocated memory is unused, so that rebuilding would shrink it. */
    boolean sparse() {
        return tree.sparse() || listed.sparse();
    }

    /** The size of the arrays in bytes, including those of the tree by address. */
    long bytes() {
        return tree.bytes() + sizes.bytes() + listed.bytes() + runs.bytes() + states.bytes();
    }

    // ---- state words -----------------------------------------------------------------------------------------

    private static long few(int block, int count, int log) {
        return (long) block << 32 | (long) count << 8 | (long) log << 2;
    }

    private static long marked(int slot, int count) {
        return (long) count << 32 | (long) slot << 2 | MARKED;
    }

    private static long listed(int count) {
        return (long) count << 32 | LISTED;
    }

    private static long one(long address) {
        return address << 2 | ONE;
    }

    private static int kind(long state) {
        return (int) state & 3;
    }

    /** log2 of the number of longs in the block of a run. */
    private static int log(long state) {
        return (int) state >>> 2 & 63;
    }

    /** The number of sections in a run. */
    private static int fewCount(long state) {
        return (int) state >>> 8;
    }

    /** The position of a run's block. */
    private static int block(long state) {
        return (int) (state >>> 32);
    }

    /** The number of sections of a marked or listed size. */
    private static int manyCount(long state) {
        return (int) (state >>> 32);
    }

    private static int slot(long state) {
        return (int) state >>> 2;
    }

    /** The address of the only section. */
    private static long address(long state) {
        return state >>> 2;
    }

    /** Removes a size without sections. */
    private void dropSize(int at, int size) {
        states.set(at, 0);
        sizes.remove(size);
    }

    /** The slot of a size whose sections are marked in the tree by address, or -1. */
    int slotOf(long size) {
        if (size > SizeBitmap.LARGEST) {
            return -1;
        }
        long state = states.get(SizeStates.find(size));
        return kind(state) == MARKED ? slot(state) : -1;
    }

    // ---- finding ---------------------------------------------------------------------------------------------

    /** The smallest size of any section that is at least {@code size}, or 0 if there is none. */
    long ceiling(long size) {
        visited++;
        if (size <= SizeBitmap.LARGEST) {
            int found = sizes.ceiling((int) size);
            if (found != 0) {
                return found;
            }
        }
        return listed.seekCeiling(Math.max(size, SizeBitmap.LARGEST + 1L), 0) ? listed.size() : 0;
    }

    /**
     * Sets the tree's cursor to the section at the lowest address of a size that exists.
     *
     * @return that address, usually known before the search ends, so that the processor need not wait for the search
     */
    long seekLowest(long size) {
        visited++;
        if (size <= SizeBitmap.LARGEST) {
            long state = states.get(SizeStates.find(size));
            if (kind(state) == MARKED) {
                tree.seekLowest(slot(state), size);
                return tree.address();
            }
            if (kind(state) != LISTED) {
                long address = kind(state) == ONE ? address(state) : runs.array()[block(state) + fewCount(state) - 1];
                tree.seek(address);
                return address;
            }
        }
        listed.seekCeiling(size, 0);
        long address = listed.address();
        tree.seek(address);
        return address;
    }

    /**
     * Sets the tree's cursor to the lowest section of an existing size that has room for {@code wanted} bytes at a
     * multiple of {@code alignment}; returns false if there is none. Examines the sections of the size up to that one.
     */
    boolean seekLowestAligned(long size, long wanted, long alignment) {
        visited++;
        if (size <= SizeBitmap.LARGEST) {
            long state = states.get(SizeStates.find(size));
            if (kind(state) == ONE) {
                tree.seek(address(state));
                return size - wanted >= Section.padding(address(state), alignment);
            }
            if (kind(state) == FEW) {
                int block = block(state);
                for (int at = block + fewCount(state) - 1; at >= block; at--) {
                    long address = runs.array()[at];
                    visited++;
                    if (size - wanted >= Section.padding(address, alignment)) {
                        tree.seek(address);
                        return true;
                    }
                }
                return false;
            }
            if (kind(state) == MARKED) {
                tree.seekLowest(slot(state), size);
                do {
                    visited++;
                    if (size - wanted >= Section.padding(tree.address(), alignment)) {
                        return true;
                    }
                } while (tree.seekNext(slot(state), size));
                return false;
            }
        }
        for (boolean found = listed.seekCeiling(size, 0); found && listed.size() == size; found = listed.seekNext()) {
            visited++;
            if (size - wanted >= Section.padding(listed.address(), alignment)) {
                tree.seek(listed.address());
                return true;
            }
        }
        return false;
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /**
     * Adds a section.
     *
     * @return the slot in which the tree has to mark it, or -1
     */
    int add(long size, long address) {
        visited++;
        if (size > SizeBitmap.LARGEST) {
            listed.insert(size, address);
            return -1;
        }
        int at = SizeStates.find(size);
        long state = states.get(at);
        if (state == 0) {
            addFirst(at, (int) size, address);
            return -1;
        }
        if (kind(state) == FEW) {
            addToRun(at, state, (int) size, address);
            return -1;
        }
        if (kind(state) == ONE) {
            addSecond(at, address(state), address);
            return -1;
        }
        states.set(at, state + ONE_MORE);
        if (kind(state) == MARKED) {
            return slot(state);
        }
        listed.insert(size, address);
        if (hasSlot()) {
            unsettled[unsettledCount++] = (int) size;
        }
        return -1;
    }

    private void addFirst(int at, int size, long address) {
        sizes.add(size);
        if (address < TOO_HIGH_FOR_ONE) {
            states.set(at, one(address));
            return;
        }
        int block = runs.allocate(0);
        runs.array()[block] = address;
        states.set(at, few(block, 1, 0));
    }

    private void addSecond(int at, long one, long other) {
        int block = runs.allocate(1);
        runs.array()[block] = Math.max(one, other);
        runs.array()[block + 1] = Math.min(one, other);
        states.set(at, few(block, 2, 1));
    }

    private void addToRun(int at, long state, int size, long address) {
        int filled = fewCount(state);
        int log = log(state);
        int block = block(state);
        if (filled == 1 << log) {
            if (filled == MOST_IN_RUN) {
                unsettled[unsettledCount++] = size;
            }
            int longer = runs.allocate(log + 1);
            System.arraycopy(runs.array(), block, runs.array(), longer, filled);
            runs.release(block, log);
            block = longer;
            log++;
        }
        long[] array = runs.array();
        int place = block + filled;
        while (place > block && array[place - 1] < address) {
            array[place] = array[place - 1];
            place--;
        }
        array[place] = address;
        states.set(at, few(block, filled + 1, log));
        if (runs.wasteful()) {
            compactRuns();
        }
    }

    /**
     * Removes a section.
     *
     * @return the slot in which the tree marks it, or -1
     */
    int remove(long size, long address) {
        visited++;
        if (size > SizeBitmap.LARGEST) {
            listed.remove(size, address);
            return -1;
        }
        int at = SizeStates.find(size);
        long state = states.get(at);
        if (kind(state) == ONE) {
            dropSize(at, (int) size);
            return -1;
        }
        if (kind(state) == FEW) {
            removeFromRun(at, state, (int) size, address);
            return -1;
        }
        state -= ONE_MORE;
        states.set(at, state);
        if (manyCount(state) <= FEWEST_MARKED) {
            unsettled[unsettledCount++] = (int) size;
        }
        if (kind(state) == MARKED) {
            return slot(state);
        }
        listed.remove(size, address);
        return -1;
    }

    private void removeFromRun(int at, long state, int size, long address) {
        int left = fewCount(state) - 1;
        int log = log(state);
        int block = block(state);
        if (left == 0) {
            runs.release(block, log);
            dropSize(at, size);
            return;
        }
        long[] array = runs.array();
        int place = block + left;
        long moved = array[place];
        while (moved != address) {
            place--;
            long next = array[place];
            array[place] = moved;
            moved = next;
        }
        if (left == 1 && array[block] < TOO_HIGH_FOR_ONE) {
            states.set(at, one(array[block]));
            runs.release(block, log);
            return;
        }
        if (left <= 1 << log - 2 && log >= 2) {
            int shorter = runs.allocate(log - 1);
            System.arraycopy(runs.array(), block, runs.array(), shorter, left);
            runs.release(block, log);
            block = shorter;
            log--;
        }
        states.set(at, few(block, left, log));
    }

    /** Whether {@link #settle} has something to do. */
    boolean unsettled() {
        return unsettledCount > 0;
    }

    /** Ends a change: converts crowded and rare sizes. The tree's cursor may have moved afterwards. */
    void settle() {
        while (unsettledCount > 0) {
            int size = unsettled[--unsettledCount];
            int at = SizeStates.find(size);
            long state = states.get(at);
            if (kind(state) == FEW) {
                if (fewCount(state) > MOST_IN_RUN) {
                    leaveRun(at, state, size);
                }
            } else if (manyCount(state) <= FEWEST_MARKED) {
                enterRun(at, state, size);
            } else if (kind(state) == LISTED && hasSlot()) {
                markListed(at, size);
            }
        }
    }

    // ---- runs, marks, lists ----------------------------------------------------------------------------------

    private boolean hasSlot() {
        return slots.nextClearBit(0) < MOST_SLOTS;
    }

    private int newSlot() {
        int slot = slots.nextClearBit(0);
        slots.set(slot);
        tree.reserveSlots(slot + 1);
        return slot;
    }

    /** Converts a run that is too long to marks or list entries. */
    private void leaveRun(int at, long state, long size) {
        int block = block(state);
        int filled = fewCount(state);
        int slot = hasSlot() ? newSlot() : -1;
        for (int each = block; each < block + filled; each++) {
            if (slot >= 0) {
                markAt(slot, runs.array()[each]);
            } else {
                listed.insert(size, runs.array()[each]);
            }
        }
        states.set(at, slot >= 0 ? marked(slot, filled) : listed(filled));
        runs.release(block, log(state));
    }

    private void markAt(int slot, long address) {
        tree.seek(address);
        tree.mark(slot);
    }

    /** Converts a listed size to a marked one. */
    private void markListed(int at, long size) {
        int slot = newSlot();
        states.set(at, marked(slot, manyCount(states.get(at))));
        while (listed.seekCeiling(size, 0) && listed.size() == size) {
            long address = listed.address();
            listed.remove(size, address);
            markAt(slot, address);
        }
    }

    /** Converts a marked or listed size with few or no sections to a run. */
    private void enterRun(int at, long state, int size) {
        int left = manyCount(state);
        if (left == 0) {
            if (kind(state) == MARKED) {
                slots.clear(slot(state));
            }
            dropSize(at, size);
            return;
        }
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(left);
        int block = runs.allocate(log);
        for (int place = block + left - 1; place >= block; place--) { // lowest address first, at the end of the run
            long address;
            if (kind(state) == LISTED) {
                listed.seekCeiling(size, 0);
                address = listed.address();
                listed.remove(size, address);
            } else if (place == block + left - 1) {
                tree.seekLowest(slot(state), size);
                address = tree.address();
            } else {
                tree.seekNext(slot(state), size);
                address = tree.address();
            }
            runs.array()[place] = address;
        }
        if (kind(state) == MARKED) {
            for (int place = block; place < block + left; place++) {
                tree.seek(runs.array()[place]);
                tree.unmark(slot(state));
            }
            slots.clear(slot(state));
        }
        states.set(at, few(block, left, log));
    }

    /** Compacts all runs, so that the array contains no freed blocks. */
    private void compactRuns() {
        AddressRuns old = runs;
        runs = new AddressRuns();
        states.replaceAll(state -> {
            if (kind(state) != FEW) {
                return state;
            }
            int block = runs.allocate(log(state));
            System.arraycopy(old.array(), block(state), runs.array(), block, fewCount(state));
            return few(block, fewCount(state), log(state));
        });
    }
}
