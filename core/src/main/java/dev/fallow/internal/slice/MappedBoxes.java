package dev.fallow.internal.slice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The requested elements of a virtual dataset as blocks of a source, if the selections of the mapping have the same shape in
 * both, apart from dimensions of one element.
 *
 * @param runs for each dimension of the source: numbers in the request, coordinates in the source
 * @param strides for each dimension of the source the distance of adjacent elements in the request
 * @param base the place of the first requested element in the dimensions that the source does not have
 */
public record MappedBoxes(Regular source, long[] extent, List<List<Overlap.Run>> runs, long[] strides, long base) {
    /** With more blocks, lists of runs cost less. */
    private static final long MOST_BOXES = 64;

    /** Receives blocks. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param start the first element in the source
         * @param place the number of the first element in the request
         * @param strides the distance of adjacent elements in the request, in each dimension of the source
         */
        void visit(long[] start, long[] lengths, long place, long[] strides) throws IOException;
    }

    /**
     * The blocks of an overlap.
     *
     * @param overlap of the request and of the virtual selection, not empty
     * @param source the selection of the source, with as many elements
     * @param extent of the source; elements outside of it are left out
     * @return null if the shapes differ, or there are too many blocks
     */
    public static MappedBoxes of(Overlap overlap, Regular virtual, Regular source, long[] extent) {
        List<List<Overlap.Run>> runs = new ArrayList<>();
        long[] strides = new long[extent.length];
        long base = 0;
        long boxes = 1;
        int next = 0;
        for (int i = 0; i < source.rank(); i++) {
            if (source.shape()[i] == 1) {
                runs.add(List.of(new Overlap.Run(0, source.low(i), 1)));
                continue;
            }
            for (; next < virtual.rank() && virtual.shape()[next] == 1; next++) {
                base += overlap.runs(next).get(0).first() * overlap.firstStride(next);
            }
            if (next == virtual.rank() || virtual.shape()[next] != source.shape()[i]) {
                return null;
            }
            strides[i] = overlap.firstStride(next);
            List<Overlap.Run> split = split(overlap.runs(next++), source, i);
            boxes *= split.size();
            if (boxes > MOST_BOXES) {
                return null;
            }
            runs.add(split);
        }
        for (; next < virtual.rank(); next++) {
            if (virtual.shape()[next] != 1) {
                return null;
            }
            base += overlap.runs(next).get(0).first() * overlap.firstStride(next);
        }
        return new MappedBoxes(source, extent, runs, strides, base);
    }

    /** Divides runs where the elements of the source are not adjacent. Gives up after more than {@value #MOST_BOXES}. */
    private static List<Overlap.Run> split(List<Overlap.Run> runs, Regular source, int dimension) {
        List<Overlap.Run> split = new ArrayList<>(runs.size());
        for (Overlap.Run run : runs) {
            for (long done = 0; done < run.length() && split.size() <= MOST_BOXES; ) {
                long number = run.second() + done;
                long length = Math.min(run.length() - done, source.adjacent(dimension, number));
                split.add(new Overlap.Run(run.first() + done, source.coordinate(dimension, number), length));
                done += length;
            }
        }
        return split;
    }

    /**
     * Visits the blocks.
     *
     * @return whether the source has all elements
     */
    public boolean forEach(Visitor visitor) throws IOException {
        return below(0, new long[source.rank()], new long[source.rank()], base, visitor);
    }

    private boolean below(int dimension, long[] start, long[] lengths, long place, Visitor visitor) throws IOException {
        if (dimension == start.length) {
            visitor.visit(start.clone(), lengths.clone(), place, strides);
            return true;
        }
        boolean whole = true;
        for (Overlap.Run run : runs.get(dimension)) {
            start[dimension] = run.second();
            lengths[dimension] = Math.max(0, Math.min(run.length(), extent[dimension] - run.second()));
            whole &= lengths[dimension] == run.length();
            if (lengths[dimension] > 0) {
                whole &= below(dimension + 1, start, lengths, place + run.first() * strides[dimension], visitor);
            }
        }
        return whole;
    }
}
