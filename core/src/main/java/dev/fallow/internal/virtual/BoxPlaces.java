package dev.fallow.internal.virtual;

import java.io.IOException;
import java.util.Arrays;

/** The places of the elements of a block in a larger array. */
public final class BoxPlaces implements PlacedTarget.Places {
    private final long start;
    private final long[] lengths;
    private final long[] strides;

    /**
     * The places of a block.
     *
     * @param start the place of its first element
     * @param lengths in each dimension, at least 1
     * @param strides the distance of the places of adjacent elements in each dimension
     */
    public BoxPlaces(long start, long[] lengths, long[] strides) {
        this.start = start;
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
        this.lengths = Arrays.copyOf(mergedLengths, merged);
        this.strides = Arrays.copyOf(mergedStrides, merged);
    }

    @Override
    public void forEachRun(long index, long count, PlacedTarget.RunVisitor visitor) throws IOException {
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
