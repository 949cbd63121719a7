package dev.fallow.freespace.bitmap;

import java.util.Arrays;

/**
 * A tree of summaries over a map, so that a search examines few of its words. It is an addition to the paper. A leaf
 * summarises 512 bits, one cache line of the map; a node, eight nodes of the level below; the root, all bits. A summary
 * consists of the lengths of prefix, longest run and suffix, which the three steps of the paper's algorithm determine
 * for a word.
 *
 * <p>Worst-case cost for n bits: {@link #find} and the other queries examine 16 summaries on each of log8(n / 512)
 * levels and 8 words of the map, which is about 120 words for 2^30 bits. A change examines the changed words and 8
 * summaries per level, and ends at the first summary that stays the same. Storage: 8 bytes for each 512 bits, plus an
 * eighth of that for each further level, in total one seventh of the map.
 *
 * <p>A lower bound for the lowest set bit is maintained, and a search from the first bit tries it first. In a map whose
 * set bits are all at its end, the search then needs no descent.
 *
 * <p>If runs are cut at multiples of a power of two of at least 512 bits, the tree joins no runs across a cut, so
 * {@link #find} never stops at a run that is too short on both sides of a cut.
 */
final class SummaryTree implements RunIndex {
    private static final int LEAF_SHIFT = 9;
    private static final int LEAF_WORDS = 1 << LEAF_SHIFT - 6;
    private static final int FANOUT_SHIFT = 3;
    private static final int FANOUT = 1 << FANOUT_SHIFT;

    /** The number of bits in a leaf; the number of bits in the map must be a multiple of it. */
    static final long LEAF_BITS = 1L << LEAF_SHIFT;

    private final BitMap map;
    private final long cutMask; // there is a cut where bit & cutMask == 0; -1 for no cuts
    private Level[] levels = new Level[0];
    private long lowest = Long.MAX_VALUE; // no bit before this one is set
    private long open; // the length of the run at the end of the leaf just scanned, including bits before the leaf
    private long probes;

    /** @param cutBits runs are cut at its multiples; 0 for no cuts */
    SummaryTree(BitMap map, long cutBits) {
        this.map = map;
        cutMask = cutBits >= LEAF_BITS && Long.bitCount(cutBits) == 1 ? cutBits - 1 : -1L;
    }

    @Override
    public long probes() {
        return probes;
    }

    // ---- queries

    @Override
    public long find(long from, long length) {
        int top = levels.length - 1;
        if (top < 0 || from >= map.capacity()) {
            return NONE;
        }
        probes++;
        if (levels[top].longest(0) < length) {
            return NONE;
        }
        if (from <= lowest) {
            return fits(lowest, length) ? lowest : findAmong(top, 0, 0, length);
        }
        int leaf = (int) (from >>> LEAF_SHIFT);
        long found = scanLeaf(leaf, from, 0, length);
        return found != NONE ? found : findAmong(0, leaf + 1, open, length);
    }

    /** Whether {@code length} bits from {@code start} are set and contain no cut. */
    private boolean fits(long start, long length) {
        long end = start + length;
        if (end > map.capacity() || (start & ~cutMask) != (end - 1 & ~cutMask)) {
            return false;
        }
        long stop = map.nextClear(start, end);
        probes += (stop - start >>> 6) + 1;
        return stop == end;
    }

    /**
     * Searches the summaries from node {@code index} of a level: moves up after the last sibling, and down into a node
     * that contains a suitable run.
     *
     * @param before the number of set bits directly before the node
     */
    private long findAmong(int level, int index, long before, long length) {
        long run = before;
        boolean descending = false;
        while (true) {
            if (!descending && (index & FANOUT - 1) == 0 && level + 1 < levels.length) {
                level++;
                index >>>= FANOUT_SHIFT;
                continue;
            }
            Level summaries = levels[level];
            if (index >= summaries.count()) {
                return NONE;
            }
            probes++;
            long span = summaries.span();
            long start = index * span;
            if ((start & cutMask) == 0) {
                run = 0;
            }
            long prefix = summaries.prefix(index);
            if (run + prefix >= length) {
                return start - run;
            }
            if (summaries.longest(index) >= length) {
                if (level == 0) {
                    return scanLeaf(index, start, run, length);
                }
                level--;
                index <<= FANOUT_SHIFT;
                descending = true;
                continue;
            }
            run = prefix == span ? run + span : summaries.suffix(index);
            index++;
        }
    }

    /** Applies the three steps of the paper (section 3) to the words of a leaf, starting at {@code from}. */
    private long scanLeaf(int leaf, long from, long before, long length) {
        long[] words = map.words();
        long run = before;
        int last = (leaf + 1) * LEAF_WORDS;
        long word = words[(int) (from >>> 6)] & -1L >>> from;
        for (int i = (int) (from >>> 6); ; ) {
            probes++;
            long prefix = Long.numberOfLeadingZeros(~word);
            if (run + prefix >= length) {
                return ((long) i << 6) - run;
            }
            if (prefix == 64) {
                run += 64;
            } else {
                long starts = length < 64 ? BitMap.starts(word, (int) length) : 0;
                if (starts != 0) {
                    return ((long) i << 6) + Long.numberOfLeadingZeros(starts);
                }
                run = Long.numberOfTrailingZeros(~word);
            }
            if (++i == last) {
                open = run;
                return NONE;
            }
            word = words[i];
        }
    }

    @Override
    public long runEnd(long from) {
        if (from >= map.capacity()) {
            return from;
        }
        int index = (int) (from >>> LEAF_SHIFT) + 1;
        long position = (long) index << LEAF_SHIFT;
        long stop = map.nextClear(from, position);
        probes += (stop - from >>> 6) + 1;
        if (stop != position) {
            return stop;
        }
        int level = 0;
        while (true) {
            if ((index & FANOUT - 1) == 0 && level + 1 < levels.length) {
                level++;
                index >>>= FANOUT_SHIFT;
                continue;
            }
            Level summaries = levels[level];
            if (index >= summaries.count()) {
                return position;
            }
            probes++;
            long prefix = summaries.prefix(index);
            position += prefix;
            if (prefix != summaries.span()) {
                return position;
            }
            index++;
        }
    }

    @Override
    public long runStart(long end) {
        long inside = Math.min(end, map.capacity());
        if (inside < end || inside == 0) {
            return end;
        }
        int index = (int) (inside - 1 >>> LEAF_SHIFT);
        long position = (long) index << LEAF_SHIFT;
        long stop = map.endOfLastClear(position, inside);
        probes += (inside - stop >>> 6) + 1;
        if (stop != position) {
            return stop;
        }
        index--;
        int level = 0;
        while (index >= 0) {
            if ((index & FANOUT - 1) == FANOUT - 1 && level + 1 < levels.length) {
                level++;
                index >>>= FANOUT_SHIFT;
                continue;
            }
            Level summaries = levels[level];
            probes++;
            long suffix = summaries.suffix(index);
            position -= suffix;
            if (suffix != summaries.span()) {
                return position;
            }
            index--;
        }
        return position;
    }

    @Override
    public long end() {
        int level = levels.length - 1;
        if (level < 0 || levels[level].longest(0) == 0) {
            return 0;
        }
        int index = 0;
        for (level--; level >= 0; level--) {
            index = (index << FANOUT_SHIFT) + FANOUT - 1;
            probes++;
            while (levels[level].longest(index) == 0) {
                index--;
                probes++;
            }
        }
        long start = (long) index << LEAF_SHIFT;
        probes += LEAF_WORDS;
        return map.endOfLastSet(start, start + LEAF_BITS);
    }

    // ---- changes

    @Override
    public void resize(long bits) {
        if (bits == 0) {
            levels = new Level[0];
            lowest = Long.MAX_VALUE;
            return;
        }
        int depth = 1;
        long leaves = bits >>> LEAF_SHIFT;
        for (long nodes = leaves; nodes > 1; nodes = nodes + FANOUT - 1 >>> FANOUT_SHIFT) {
            depth++;
        }
        Level[] grown = new Level[depth];
        long count = leaves;
        for (int level = 0; level < depth; level++) {
            Level old = level < levels.length ? levels[level] : new Level(LEAF_BITS << level * FANOUT_SHIFT);
            // levels below the root have whole groups of siblings; the additional ones have no bit set
            grown[level] = old.grown(level == depth - 1 ? 1 : (int) (count + FANOUT - 1 & -FANOUT));
            count = count + FANOUT - 1 >>> FANOUT_SHIFT;
        }
        int firstNew = levels.length;
        levels = grown;
        for (int level = Math.max(1, firstNew); level < depth; level++) {
            rollUp(level, 0); // all earlier summaries are below its first node
        }
    }

    @Override
    public void set(long from, long to) {
        lowest = Math.min(lowest, from);
        changed(from, to);
    }

    @Override
    public void cleared(long from, long to) {
        if (from <= lowest && lowest < to) {
            lowest = to;
        }
        changed(from, to);
    }

    private void changed(long from, long to) {
        int first = (int) (from >>> LEAF_SHIFT);
        int last = (int) (to - 1 >>> LEAF_SHIFT);
        boolean changed = false;
        for (int leaf = first; leaf <= last; leaf++) {
            changed |= summarise(leaf);
        }
        for (int level = 1; level < levels.length && changed; level++) {
            first >>>= FANOUT_SHIFT;
            last >>>= FANOUT_SHIFT;
            changed = false;
            for (int node = first; node <= last; node++) {
                changed |= rollUp(level, node);
            }
        }
    }

    /** Computes the summary of a leaf from its words; returns whether it has changed. */
    private boolean summarise(int leaf) {
        long[] words = map.words();
        int end = (leaf + 1) * LEAF_WORDS;
        int prefix = -1;
        int longest = 0;
        int run = 0;
        for (int i = end - LEAF_WORDS; i < end; i++) {
            long word = words[i];
            if (word == -1L) {
                run += 64;
                continue;
            }
            run += Long.numberOfLeadingZeros(~word);
            if (prefix < 0) {
                prefix = run;
            }
            longest = BitMap.longest(word, Math.max(longest, run));
            run = Long.numberOfTrailingZeros(~word);
        }
        probes += LEAF_WORDS;
        longest = Math.max(longest, run);
        return levels[0].put(leaf, prefix < 0 ? run : prefix, longest, run);
    }

    /** Computes the summary of a node from those of its children; returns whether it has changed. */
    private boolean rollUp(int level, int node) {
        Level children = levels[level - 1];
        long span = children.span();
        int first = node << FANOUT_SHIFT;
        long prefix = -1;
        long longest = 0;
        long run = 0;
        for (int child = first; child < first + FANOUT; child++) {
            if (child > first && (child * span & cutMask) == 0) {
                prefix = prefix < 0 ? run : prefix;
                longest = Math.max(longest, run);
                run = 0;
            }
            long ahead = children.prefix(child);
            run += ahead;
            if (ahead != span) {
                prefix = prefix < 0 ? run : prefix;
                longest = Math.max(longest, Math.max(run, children.longest(child)));
                run = children.suffix(child);
            }
        }
        probes += FANOUT;
        longest = Math.max(longest, run);
        return levels[level].put(node, prefix < 0 ? run : prefix, longest, run);
    }

    /**
     * One level of a tree. For each range of {@code span} bits it stores three lengths: of the run of set
     * bits at its start (prefix), of its longest run, and of the run at its end (suffix).
     *
     * <p>As long as a length fits into 21 bits, a summary is one word, so that the eight children of a node are one cache
     * line. Summaries of longer ranges, of which there are few, take three words.
     */
    private static final class Level {
        private static final int FIELD_BITS = 21;
        private static final long FIELD = (1L << FIELD_BITS) - 1;

        private final long span;
        private final boolean packed;
        private long[] cells = new long[0];

        /** @param span the number of bits in a range, a power of two */
        Level(long span) {
            this.span = span;
            packed = span <= FIELD;
        }

        /** The number of bits in a range. */
        long span() {
            return span;
        }

        /** The number of summaries. */
        int count() {
            return packed ? cells.length : cells.length / 3;
        }

        /** Returns a copy with {@code count} summaries; the new ones are those of clear bits. */
        Level grown(int count) {
            Level grown = new Level(span);
            grown.cells = Arrays.copyOf(cells, packed ? count : Math.multiplyExact(3, count));
            return grown;
        }

        long prefix(int i) {
            return packed ? cells[i] >>> 2 * FIELD_BITS : cells[3 * i];
        }

        long longest(int i) {
            return packed ? cells[i] >>> FIELD_BITS & FIELD : cells[3 * i + 1];
        }

        long suffix(int i) {
            return packed ? cells[i] & FIELD : cells[3 * i + 2];
        }

        /** @return whether the summary has changed */
        boolean put(int i, long prefix, long longest, long suffix) {
            if (packed) {
                long cell = prefix << 2 * FIELD_BITS | longest << FIELD_BITS | suffix;
                boolean changed = cells[i] != cell;
                cells[i] = cell;
                return changed;
            }
            boolean changed = cells[3 * i] != prefix || cells[3 * i + 1] != longest || cells[3 * i + 2] != suffix;
            cells[3 * i] = prefix;
            cells[3 * i + 1] = longest;
            cells[3 * i + 2] = suffix;
            return changed;
        }
    }
}
