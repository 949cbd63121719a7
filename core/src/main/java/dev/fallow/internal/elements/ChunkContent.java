package dev.fallow.internal.elements;

import dev.fallow.filter.FilterData;
import dev.fallow.internal.data.ElementSource;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.slice.Selected;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Makes the bytes of a chunk without filters, once, in the thread that applies the filters to them. */
@FunctionalInterface
interface ChunkContent {
    /**
     * The bytes, which may be changed.
     *
     * @return in an array of the scratch, valid until its next use; or in an array of their own
     */
    FilterData raw(Scratch scratch) throws IOException;

    /** Changes the bytes of a chunk. */
    @FunctionalInterface
    interface Change {
        /** Changes them in their array. */
        void apply(FilterData raw) throws IOException;
    }

    /** The bytes with a change. */
    default ChunkContent with(Change change) {
        return scratch -> {
            FilterData raw = raw(scratch);
            change.apply(raw);
            return raw;
        };
    }

    /**
     * The bytes with selected elements.
     *
     * @param coordinates of the chunk; not copied
     */
    default ChunkContent with(Selected selected, long[] coordinates, ElementSource source, int elementSize) {
        return with(raw -> {
            ByteBuffer buffer = ByteBuffer.wrap(raw.array());
            selected.forEachRun(
                    coordinates,
                    (offset, index, count) -> source.get(
                            buffer.clear().position(raw.offset() + (int) offset * elementSize), index, (int) count));
        });
    }
}
