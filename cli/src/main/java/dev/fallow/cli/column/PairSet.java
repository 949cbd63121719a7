package dev.fallow.cli.column;

/** A set of pairs of numbers that are at least 0; 27 to 54 bytes for each, in the file when there are many. O(1) expected per operation. */
public final class PairSet {
    private static final int FIRST_PLACES = 1 << 10;
    /** The table is at most this part full: 3/5. */
    private static final int FULL = 3;

    private static final int OF_PLACES = 5;

    private final ColumnMemory memory;
    /** The first numbers, plus 1; 0 for a free place. */
    private LongColumn first;

    private LongColumn second;
    private int places = FIRST_PLACES;
    private int size;

    /** @param memory where the pairs are */
    public PairSet(ColumnMemory memory) {
        this.memory = memory;
        first = new LongColumn(memory);
        second = new LongColumn(memory);
    }

    /** The number of pairs. */
    public int size() {
        return size;
    }

    /** Whether a pair is in the set. */
    public boolean contains(long a, long b) {
        return first.get(place(a, b)) != 0;
    }

    /** Adds a pair; returns whether it is new. */
    public boolean add(long a, long b) {
        int place = place(a, b);
        if (first.get(place) != 0) {
            return false;
        }
        first.set(place, a + 1);
        second.set(place, b);
        if (++size * (long) OF_PLACES > (long) places * FULL) {
            grow();
        }
        return true;
    }

    private int place(long a, long b) {
        long hash = (a * 0x9E37_79B9_7F4A_7C15L ^ b) * 0xBF58_476D_1CE4_E5B9L;
        int place = (int) (hash >>> 32) & places - 1;
        while (first.get(place) != 0 && (first.get(place) != a + 1 || second.get(place) != b)) {
            place = place + 1 & places - 1;
        }
        return place;
    }

    private void grow() {
        LongColumn oldFirst = first;
        LongColumn oldSecond = second;
        int old = places;
        places = Math.multiplyExact(2, places);
        first = new LongColumn(memory);
        second = new LongColumn(memory);
        for (int i = 0; i < old; i++) {
            if (oldFirst.get(i) != 0) {
                int place = place(oldFirst.get(i) - 1, oldSecond.get(i));
                first.set(place, oldFirst.get(i));
                second.set(place, oldSecond.get(i));
            }
        }
    }
}
