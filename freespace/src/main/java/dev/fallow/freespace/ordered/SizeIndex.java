package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * From an exact size to its sections. What is kept for a size depends on how many sections have it:
 *
 * <pre>
 *   sizes 1 to 64 KiB, a state word each (sizes that are multiples of 8 lie side by side, pages made when needed)
 *     one      its address, in the state word itself
 *     few      a sorted run of at most 32 addresses, descending: the lowest is the last
 *     marked   more than that: nothing here but a count; {@link AddressTree} keeps a mark bit a leaf. 256 slots
 *     listed   as many, while no slot is free: entries of {@link SizeTree}
 *   larger     entries of {@link SizeTree}
 * </pre>
 *
 * <p>A size is marked or listed when its run is full, and comes back to a run when no more than a third of a run is
 * left, so that the cost of the change, one search a section, is paid by the operations between.
 *
 * <p>The order of calls in one change of the free space: first {@link #remove} and {@link #add} here, which tell the
 * slots of marked sizes, then the tree by address with these slots, at last {@link #settle}, which gives sizes that have
 * become crowded or rare their other form.
 */
final class SizeIndex {
    /** Sections of one size up to which a run holds them. */
    static final int MOST_IN_RUN = AddressRuns.LONGEST / 2;

    private static final int FEWEST_MARKED = 10;
    private static final int MOST_SLOTS = 256;

    private static final int PAGE_LOG = 6;
    private static final int FEWEST_PAGES_CHECKED = 32;

    /** After how many sizes that went, a page, the pages are checked: the check reads 8 words for each of these. */
    private static final int SIZES_A_CHECKED_PAGE = 8;

    private static final int PAGES = SizeBitmap.LARGEST >>> PAGE_LOG;

    // state word: bits 0-1 kind; few: 2-7 log2 of the block, 8-31 count, 32-63 block; marked: 2-31 slot, 32-63 count;
    // listed: 32-63 count; one: 2-63 address
    private static final int FEW = 0;
    private static final int MARKED = 1;
    private static final int LISTED = 2;
    private static final int ONE = 3;

    /** Addresses from here on do not fit beside a kind; a size with one of these has a run of one. */
    private static final long TOO_HIGH_FOR_ONE = 1L << 61;

    private static final long ONE_FEW = 1L << 8;
    private static final long ONE_MANY = 1L << 32;

    private final AddressTree tree;
    private final SizeBitmap sizes = new SizeBitmap();
    private final SizeTree listed = new SizeTree();
    private AddressRuns runs = new AddressRuns();

    /** Page 0 of the states stays zero: where pages not made yet point. */
    private int[] pages;

    private long[] states;
    private int pageEnd;
    private int sizesUntilCheck;

    private int[] freeSlots;
    private int freeSlotCount;
    private int slotEnd;

    /** Sizes whose form is to be looked at when the change ends: at most two that lose a section and two that gain. */
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

    /** Forgets every section, here and in the tree by address. */
    void clear() {
        tree.clear();
        sizes.clear();
        listed.clear();
        runs = new AddressRuns();
        pages = new int[0];
        states = new long[1 << PAGE_LOG];
        pageEnd = 1;
        sizesUntilCheck = 0;
        freeSlots = new int[0];
        freeSlotCount = 0;
        slotEnd = 0;
        unsettledCount = 0;
    }

    /** Words, runs and nodes that were looked at since this index was made. */
    long visited() {
        return visited + listed.visited();
    }

    /** Whether most of what was allocated lies idle, so that building everything anew would shrink it. */
    boolean sparse() {
        return tree.sparse() || listed.sparse();
    }

    /** Bytes in the arrays, those of the tree by address included. */
    long bytes() {
        return tree.bytes()
                + sizes.bytes()
                + listed.bytes()
                + runs.bytes()
                + 8L * states.length
                + 4L * (pages.length + freeSlots.length);
    }

    // ---- state words -----------------------------------------------------------------------------------------

    /** Where the state of a size lies that is at most {@link SizeBitmap#LARGEST}; on page 0 if it has none yet. */
    private int stateOf(long size) {
        int bit = (int) size - 1;
        int ordinal = (bit & 7) << 13 | bit >>> 3; // sizes of one remainder by 8 side by side
        return pages.length == 0 ? 0 : pages[ordinal >>> PAGE_LOG] << PAGE_LOG | ordinal & (1 << PAGE_LOG) - 1;
    }

    /** As {@link #stateOf}, and makes the page if it is not there. */
    private int stateFor(long size) {
        int at = stateOf(size);
        if (at >>> PAGE_LOG != 0) {
            return at;
        }
        if (pages.length == 0) {
            pages = new int[PAGES];
        }
        if (pageEnd << PAGE_LOG == states.length) {
            dropEmptyPages();
        }
        if (pageEnd << PAGE_LOG == states.length) {
            states = Arrays.copyOf(states, AddressRuns.grown(pageEnd, 1, 2) << PAGE_LOG);
        }
        int bit = (int) size - 1;
        pages[((bit & 7) << 13 | bit >>> 3) >>> PAGE_LOG] = pageEnd++;
        return stateOf(size);
    }

    /** A size has no section any more. Now and then that is the time to look for pages without any. */
    private void dropSize(int at, int size) {
        states[at] = 0;
        sizes.remove(size);
        if (--sizesUntilCheck <= 0) {
            dropEmptyPages();
        }
    }

    /** Drops the pages of sizes that no section has, if they are three quarters of all: fewer would soon be needed again. */
    private void dropEmptyPages() {
        sizesUntilCheck = pageEnd * SIZES_A_CHECKED_PAGE;
        int used = 1;
        for (int page = 1; page < pageEnd; page++) {
            used += isEmpty(page) ? 0 : 1;
        }
        if (pageEnd < FEWEST_PAGES_CHECKED || used > pageEnd >>> 2) {
            return;
        }
        long[] kept = new long[AddressRuns.grown(used, 0, 2) << PAGE_LOG];
        pageEnd = 1;
        for (int each = 0; each < PAGES; each++) {
            int page = pages[each];
            if (page != 0) {
                pages[each] = isEmpty(page) ? 0 : pageEnd++;
                System.arraycopy(states, page << PAGE_LOG, kept, pages[each] << PAGE_LOG, 1 << PAGE_LOG);
            }
        }
        states = kept;
    }

    private boolean isEmpty(int page) {
        for (int at = page << PAGE_LOG; at < page + 1 << PAGE_LOG; at++) {
            if (states[at] != 0) {
                return false;
            }
        }
        return true;
    }

    private static int kind(long state) {
        return (int) state & 3;
    }

    private static int log(long state) {
        return (int) state >>> 2 & 63;
    }

    private static int fewCount(long state) {
        return (int) state >>> 8;
    }

    /** The block of a run, or the count of a marked or listed size. */
    private static int high(long state) {
        return (int) (state >>> 32);
    }

    private static int slot(long state) {
        return (int) state >>> 2;
    }

    /** The slot of a size whose sections are marked in the tree by address, or -1. */
    int slotOf(long size) {
        if (size > SizeBitmap.LARGEST) {
            return -1;
        }
        long state = states[stateOf(size)];
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
     * @return that address, which is mostly known before the cursor is there: what follows need not wait for the search
     */
    long seekLowest(long size) {
        visited++;
        if (size <= SizeBitmap.LARGEST) {
            long state = states[stateOf(size)];
            if (kind(state) == MARKED) {
                tree.seekLowest(slot(state), size);
                return tree.address();
            }
            if (kind(state) != LISTED) {
                long address = kind(state) == ONE ? state >>> 2 : runs.array()[high(state) + fewCount(state) - 1];
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
     * Sets the tree's cursor to the section at the lowest address among those of one size, which exists, that hold
     * {@code wanted} bytes at a multiple of {@code alignment}; false if none does. Looks at each section of the size up
     * to the one that is found.
     */
    boolean seekLowestAligned(long size, long wanted, long alignment) {
        visited++;
        if (size <= SizeBitmap.LARGEST) {
            long state = states[stateOf(size)];
            if (kind(state) == ONE) {
                tree.seek(state >>> 2);
                return size - wanted >= padding(state >>> 2, alignment);
            }
            if (kind(state) == FEW) {
                int block = high(state);
                for (int at = block + fewCount(state) - 1; at >= block; at--) {
                    long address = runs.array()[at];
                    visited++;
                    if (size - wanted >= padding(address, alignment)) {
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
                    if (size - wanted >= padding(tree.address(), alignment)) {
                        return true;
                    }
                } while (tree.seekNext(slot(state), size));
                return false;
            }
        }
        for (boolean found = listed.seekCeiling(size, 0); found && listed.size() == size; found = listed.seekNext()) {
            visited++;
            if (size - wanted >= padding(listed.address(), alignment)) {
                tree.seek(listed.address());
                return true;
            }
        }
        return false;
    }

    /** Bytes from an address to the next multiple of an alignment. */
    static long padding(long address, long alignment) {
        long over = address % alignment;
        return over == 0 ? 0 : alignment - over;
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /**
     * Records a section.
     *
     * @return the slot in which the tree is to mark it, or -1
     */
    int add(long size, long address) {
        visited++;
        if (size > SizeBitmap.LARGEST) {
            listed.insert(size, address);
            return -1;
        }
        int at = stateFor(size);
        long state = states[at];
        if (state == 0) {
            addFirst(at, (int) size, address);
            return -1;
        }
        if (kind(state) == FEW) {
            addToRun(at, state, (int) size, address);
            return -1;
        }
        if (kind(state) == ONE) {
            addSecond(at, state >>> 2, address);
            return -1;
        }
        states[at] = state + ONE_MANY;
        if (kind(state) == MARKED) {
            return slot(state);
        }
        listed.insert(size, address);
        if (slotIsFree()) {
            unsettled[unsettledCount++] = (int) size;
        }
        return -1;
    }

    private void addFirst(int at, int size, long address) {
        sizes.add(size);
        if (address < TOO_HIGH_FOR_ONE) {
            states[at] = address << 2 | ONE;
            return;
        }
        int block = runs.allocate(0);
        runs.array()[block] = address;
        states[at] = (long) block << 32 | ONE_FEW;
    }

    private void addSecond(int at, long one, long other) {
        int block = runs.allocate(1);
        runs.array()[block] = Math.max(one, other);
        runs.array()[block + 1] = Math.min(one, other);
        states[at] = (long) block << 32 | 2 * ONE_FEW | 1 << 2;
    }

    private void addToRun(int at, long state, int size, long address) {
        int filled = fewCount(state);
        int log = log(state);
        int block = high(state);
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
        states[at] = (long) block << 32 | filled + 1L << 8 | (long) log << 2;
        if (runs.wasteful()) {
            compactRuns();
        }
    }

    /**
     * Forgets a section.
     *
     * @return the slot in which the tree marks it, or -1
     */
    int remove(long size, long address) {
        visited++;
        if (size > SizeBitmap.LARGEST) {
            listed.remove(size, address);
            return -1;
        }
        int at = stateOf(size);
        long state = states[at];
        if (kind(state) == ONE) {
            dropSize(at, (int) size);
            return -1;
        }
        if (kind(state) == FEW) {
            removeFromRun(at, state, (int) size, address);
            return -1;
        }
        state -= ONE_MANY;
        states[at] = state;
        if (high(state) <= FEWEST_MARKED) {
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
        int block = high(state);
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
            states[at] = array[block] << 2 | ONE;
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
        states[at] = (long) block << 32 | (long) left << 8 | (long) log << 2;
    }

    /** Whether {@link #settle} has something to do. */
    boolean unsettled() {
        return unsettledCount > 0;
    }

    /** Ends a change: gives crowded and rare sizes their other form. The tree's cursor may be elsewhere afterwards. */
    void settle() {
        while (unsettledCount > 0) {
            int size = unsettled[--unsettledCount];
            int at = stateOf(size);
            long state = states[at];
            if (kind(state) == FEW) {
                if (fewCount(state) > MOST_IN_RUN) {
                    leaveRun(at, state, size);
                }
            } else if (high(state) <= FEWEST_MARKED) {
                enterRun(at, state, size);
            } else if (kind(state) == LISTED && slotIsFree()) {
                markListed(at, size);
            }
        }
    }

    // ---- runs, marks, lists ----------------------------------------------------------------------------------

    private boolean slotIsFree() {
        return freeSlotCount > 0 || slotEnd < MOST_SLOTS;
    }

    private int newSlot() {
        if (freeSlotCount > 0) {
            return freeSlots[--freeSlotCount];
        }
        tree.reserveSlots(slotEnd + 1);
        return slotEnd++;
    }

    private void releaseSlot(int slot) {
        if (freeSlotCount == freeSlots.length) {
            freeSlots = Arrays.copyOf(freeSlots, Math.max(4, 2 * freeSlotCount));
        }
        freeSlots[freeSlotCount++] = slot;
    }

    /** A run that is too long becomes marks or entries of the list. */
    private void leaveRun(int at, long state, long size) {
        int block = high(state);
        int filled = fewCount(state);
        int slot = slotIsFree() ? newSlot() : -1;
        for (int each = block; each < block + filled; each++) {
            if (slot >= 0) {
                markAt(slot, runs.array()[each]);
            } else {
                listed.insert(size, runs.array()[each]);
            }
        }
        states[at] = filled * ONE_MANY | (slot >= 0 ? (long) slot << 2 | MARKED : LISTED);
        runs.release(block, log(state));
    }

    private void markAt(int slot, long address) {
        tree.seek(address);
        tree.mark(slot);
    }

    /** A listed size becomes a marked one. */
    private void markListed(int at, long size) {
        int slot = newSlot();
        states[at] = states[at] & -ONE_MANY | (long) slot << 2 | MARKED;
        while (listed.seekCeiling(size, 0) && listed.size() == size) {
            long address = listed.address();
            listed.remove(size, address);
            markAt(slot, address);
        }
    }

    /** A marked or listed size with few sections left, or none, becomes a run. */
    private void enterRun(int at, long state, int size) {
        int left = high(state);
        if (left == 0) {
            if (kind(state) == MARKED) {
                releaseSlot(slot(state));
            }
            dropSize(at, size);
            return;
        }
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(left);
        int block = runs.allocate(log);
        for (int place = block + left - 1; place >= block; place--) { // lowest address first, to the run's end
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
            releaseSlot(slot(state));
        }
        states[at] = (long) block << 32 | (long) left << 8 | (long) log << 2;
    }

    /** Copies all runs together, so that the array holds no block that was given back. */
    private void compactRuns() {
        AddressRuns old = runs;
        runs = new AddressRuns();
        for (int at = 1 << PAGE_LOG; at < pageEnd << PAGE_LOG; at++) {
            long state = states[at];
            if (kind(state) == FEW && state != 0) {
                int block = runs.allocate(log(state));
                System.arraycopy(old.array(), high(state), runs.array(), block, fewCount(state));
                states[at] = (long) block << 32 | state & ONE_MANY - 1;
            }
        }
    }
}
