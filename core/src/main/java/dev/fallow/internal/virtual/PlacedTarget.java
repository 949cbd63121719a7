package dev.fallow.internal.virtual;

import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Selected;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Passes elements on to other places of a target. */
record PlacedTarget(ElementTarget target, Places places, int elementSize) implements ElementTarget {
    /** Determines where elements go. */
    @FunctionalInterface
    interface Places {
        /**
         * Visits the places of elements in runs of those that stay adjacent.
         *
         * @param visitor receives the number of elements before the run, and the place of the first one
         */
        void forEachRun(long index, long count, Selected.RunVisitor visitor) throws IOException;
    }

    /** @param runs places in one dimension */
    static Places places(ElementRuns runs) {
        return (index, count, visitor) ->
                runs.forEachRow(index, count, (place, at, length) -> visitor.visit(at - index, place[0], length));
    }

    /**
     * The places of the elements of a block in a larger array.
     *
     * @param start the place of its first element
     * @param lengths in each dimension, at least 1
     * @param strides the distance of the places of adjacent elements in each dimension
     */
    static Places places(long start, long[] lengths, long[] strides) {
        int merged = 0;
        long[] mergedLengths = lengths.clone();
        long[] mergedStrides = strides.clone();
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] == 1) {
                continue;
            }
            if (merged > 0 && mergedStrides[merged - 1] == lengths[i] * strides[i]) {
                mergedLengths[merged - 1] *= lengths[i];
                mergedStrides[merged - 1] = strides[i];
            } else {
                mergedLengths[merged] = lengths[i];
                mergedStrides[merged++] = strides[i];
            }
        }
        return new BlockPlaces(start, Arrays.copyOf(mergedLengths, merged), Arrays.copyOf(mergedStrides, merged));
    }

    /** Dimensions of one element are left out, and those that follow each other without a gap are one. */
    private record BlockPlaces(long start, long[] lengths, long[] strides) implements Places {
        @Override
        public void forEachRun(long index, long count, Selected.RunVisitor visitor) throws IOException {
            int last = lengths.length - 1;
            for (long done = 0; done < count; ) {
                long rest = index + done;
                long place = start;
                long within = 0;
                for (int i = last; i >= 0; i--) {
                    long number = rest % lengths[i];
                    within = i == last ? number : within;
                    place += number * strides[i];
                    rest /= lengths[i];
                }
                long length = last >= 0 && strides[last] == 1 ? Math.min(count - done, lengths[last] - within) : 1;
                visitor.visit(done, place, length);
                done += length;
            }
        }
    }

    @Override
    public void put(ByteBuffer in, long index, int count) throws IOException {
        int from = in.position();
        int limit = in.limit();
        places.forEachRun(
                index,
                count,
                (done, place, length) ->
                        target.put(in.limit(limit).position(from + (int) done * elementSize), place, (int) length));
    }

    @Override
    public void repeat(byte[] element, long index, long count) throws IOException {
        places.forEachRun(index, count, (done, place, length) -> target.repeat(element, place, length));
    }
}
