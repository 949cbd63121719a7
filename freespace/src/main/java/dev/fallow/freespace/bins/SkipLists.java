package dev.fallow.freespace.bins;

import java.util.Arrays;

/**
 * Skip lists (W. Pugh, 1990), with a quarter of the nodes of one level on the next, and the memory of their nodes:
 * blocks of one array of longs, identified by the index of their first word. Freed blocks are reused by length. Nodes
 * are not objects, so a manager of a million sections is a single array to the garbage collector.
 *
 * <pre>
 *   word        node                                  head of a list
 *     0         key                                   (absent: a head's index is 2 words before its tower)
 *     1         used by the owner                     (absent)
 *     2 + i     next on level i, one per lane         first on level i, in its lane
 * </pre>
 *
 * A link is 32 bits, so that a word of the tower has two lanes and one node can be in two lists. The cost of every
 * operation is O(log n) expected; it depends on the drawn heights only, never on the keys. Allocating and releasing a
 * block is O(1), except when the full array grows by half.
 */
final class SkipLists {
    /** The maximum number of levels of a list, enough for 4^14 nodes. */
    static final int LEVELS = 14;

    /** The position of a node's tower. */
    static final int TOWER = 2;

    /** The lane in the low half of a tower's words: the list of one size, or of one bin. */
    static final int LOW = 0;

    /** The lane in the high half of a tower's words: the merge list. */
    static final int HIGH = 32;

    private static final long FIRST_DRAW = 0x9E3779B97F4A7C15L;

    /** The longest block, in words. */
    static final int LONGEST = 16;

    private static final int INITIAL_WORDS = 64;

    /** All nodes. Replaced when the pool grows: a loop may cache it in a local only while nothing is allocated. */
    long[] words = new long[INITIAL_WORDS];

    /** The first free block of each length, or 0. Each free block's first word names the next. */
    private final int[] free = new int[LONGEST + 1];

    /** The first word never used. Starts above 0, so that no block has index 0. */
    private int unused = TOWER;

    private long draw = FIRST_DRAW;

    /** The number of nodes compared with a key so far. */
    private long probes;

    long probes() {
        return probes;
    }

    /** Ensures that blocks with this many words in total can be allocated without replacing the array. */
    void reserve(int length) {
        if (words.length - unused < length) {
            long wanted = Math.max(words.length + (words.length >> 1), (long) unused + length);
            if (wanted > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException(
                        "too many sections: " + wanted + " words are needed, of at most " + (Integer.MAX_VALUE - 8));
            }
            words = Arrays.copyOf(words, (int) wanted);
        }
    }

    /** Allocates a block of {@code length} words, all 0. */
    int take(int length) {
        int block = free[length];
        if (block != 0) {
            free[length] = (int) words[block];
            Arrays.fill(words, block, block + length, 0);
            return block;
        }
        reserve(length);
        block = unused;
        unused += length;
        return block;
    }

    /** Frees a block; the length must be that of its allocation. */
    void release(int block, int length) {
        words[block] = free[length];
        free[length] = block;
    }

    // ---- lists -----------------------------------------------------------------------------------------------

    /** Creates the head of a list of up to {@code levels} levels. */
    int newHead(int levels) {
        return take(levels) - TOWER;
    }

    /** Replaces a head by one with one more level. */
    int raisedHead(int head, int levels) {
        int raised = newHead(levels + 1);
        System.arraycopy(words, head + TOWER, words, raised + TOWER, levels);
        dropHead(head, levels);
        return raised;
    }

    void dropHead(int head, int levels) {
        release(head + TOWER, levels);
    }

    /** The height of the next node: i with probability 3/4 * 4^(1-i). From a fixed seed: runs repeat (I5). */
    int drawHeight() {
        draw ^= draw << 13;
        draw ^= draw >>> 7;
        draw ^= draw << 17;
        return Math.min(LEVELS, 1 + (Long.numberOfTrailingZeros(draw) >> 1));
    }

    int next(int node, int level, int lane) {
        return (int) (words[node + TOWER + level] >>> lane);
    }

    private static void setNext(long[] words, int node, int level, int lane, int next) {
        int at = node + TOWER + level;
        words[at] = words[at] & ~(0xFFFFFFFFL << lane) | (long) next << lane;
    }

    /**
     * The first node whose key is at least {@code key}, or 0.
     *
     * @param path set to the last node before it on each level (the head, if there is none)
     */
    int search(int head, int levels, int lane, long key, int[] path) {
        long[] words = this.words;
        int before = head;
        int bound = 0; // the node at which the level above stopped is not compared again
        int compared = 0;
        for (int level = levels - 1; level >= 0; level--) {
            int next = (int) (words[before + TOWER + level] >>> lane);
            while (next != bound) {
                compared++;
                if (words[next] >= key) {
                    break;
                }
                before = next;
                next = (int) (words[before + TOWER + level] >>> lane);
            }
            bound = next;
            path[level] = before;
        }
        probes += compared;
        return bound;
    }

    /** Links the node on the lowest {@code height} levels, after the path of a search for its key. */
    void insert(int node, int height, int lane, int[] path) {
        long[] words = this.words;
        for (int level = 0; level < height; level++) {
            setNext(words, node, level, lane, next(path[level], level, lane));
            setNext(words, path[level], level, lane, node);
        }
    }

    /** Unlinks the node at the path of a search. A node may be on fewer levels than its tower has. */
    void remove(int node, int levels, int lane, int[] path) {
        long[] words = this.words;
        for (int level = 0; level < levels && next(path[level], level, lane) == node; level++) {
            setNext(words, path[level], level, lane, next(node, level, lane));
        }
    }

    /** Unlinks the first node of the list: its path is the head on every level. */
    void removeFirst(int head, int node, int levels, int lane) {
        long[] words = this.words;
        for (int level = 0; level < levels && next(head, level, lane) == node; level++) {
            setNext(words, head, level, lane, next(node, level, lane));
        }
    }
}
