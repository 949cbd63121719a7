package dev.fallow.research.search;

/** Examines one bit at a time; the baseline for the bit-parallel searches. Θ(n) for n bits. */
public final class LinearSearch implements RunSearch {
    /** Creates a search, which has no state. */
    public LinearSearch() {}

    @Override
    public int wordBits() {
        return 1;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        long bits = (long) words << 6;
        long run = 0;
        for (long bit = from; bit < bits; bit++) {
            if (map[(int) (bit >>> 6)] << bit < 0) {
                if (++run == length) {
                    return bit + 1 - length;
                }
            } else {
                run = 0;
            }
        }
        return NONE;
    }
}
