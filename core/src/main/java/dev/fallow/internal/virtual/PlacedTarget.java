package dev.fallow.internal.virtual;

import dev.fallow.internal.data.ElementTarget;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Passes elements on to other places of a target.
 *
 * @param target receives them
 * @param places where they go
 * @param elementSize in bytes
 */
public record PlacedTarget(ElementTarget target, Places places, int elementSize) implements ElementTarget {
    /** Determines where elements go. */
    @FunctionalInterface
    public interface Places {
        /** Visits the places of elements in runs. */
        void forEachRun(long index, long count, RunVisitor visitor) throws IOException;
    }

    /** Receives runs of elements that stay adjacent. */
    @FunctionalInterface
    public interface RunVisitor {
        /**
         * @param done the number of elements before this run
         * @param place of the first one
         * @param count the number of elements, at least 1
         */
        void visit(long done, long place, long count) throws IOException;
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
