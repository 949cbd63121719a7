package dev.fallow.internal.virtual;

import java.io.IOException;
import java.util.Arrays;

/** The places of elements that are given as a list of runs. */
public final class RunPlaces implements PlacedTarget.Places {
    private long[] places = new long[16];
    /** The index of the first element of each run, and behind them the number of all elements. */
    private long[] indexes = new long[16];

    private int runs;

    /** Adds a run behind the others. */
    public void add(long place, long length) {
        if (runs + 1 == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * runs + 2);
            places = Arrays.copyOf(places, 2 * runs + 2);
        }
        places[runs] = place;
        indexes[runs + 1] = indexes[runs] + length;
        runs++;
    }

    /** Removes all runs. */
    public void clear() {
        runs = 0;
    }

    @Override
    public void forEachRun(long index, long count, PlacedTarget.RunVisitor visitor) throws IOException {
        int found = Arrays.binarySearch(indexes, 0, runs + 1, index);
        long end = index + count;
        long at = index;
        for (int i = found >= 0 ? found : -found - 2; at < end; i++) {
            long length = Math.min(end, indexes[i + 1]) - at;
            visitor.visit(at - index, places[i] + at - indexes[i], length);
            at += length;
        }
    }
}
