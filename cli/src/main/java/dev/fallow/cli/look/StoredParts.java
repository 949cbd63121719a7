package dev.fallow.cli.look;

import dev.fallow.Dataset;
import dev.fallow.cli.text.Values;
import dev.fallow.options.StorageLayout;
import dev.fallow.selection.Hyperslab;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides two datasets of the same shape into parts in row-major order: those in which one of them has stored elements, and those
 * without, in which the elements of each are all equal. The cost depends on the stored chunks, and not on the shape.
 */
final class StoredParts {
    /** The elements that are read at a time. */
    private static final long ELEMENTS_AT_A_TIME = 1 << 18;

    private final Visitor visitor;

    /** Receives parts. */
    interface Visitor {
        /** A part that is small enough to be read. */
        void stored(Hyperslab part) throws IOException;

        /** A part of any size, of which nothing is stored. */
        void notStored(Hyperslab part) throws IOException;
    }

    /** The elements of a chunk. */
    private record Box(long[] start, long[] size) {
        boolean overlaps(Hyperslab part) {
            for (int i = 0; i < start.length; i++) {
                if (start[i] >= part.start()[i] + part.count()[i] || start[i] + size[i] <= part.start()[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private StoredParts(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Visits all elements of two datasets with the same dimensions, none of which is 0. */
    static void forEach(Dataset a, Dataset b, Visitor visitor) throws IOException {
        Hyperslab whole = Values.whole(a.dimensions());
        if (a.layout() != StorageLayout.CHUNKED
                || b.layout() != StorageLayout.CHUNKED
                || count(whole) <= ELEMENTS_AT_A_TIME) {
            Values.forEachPart(whole, Values.ELEMENTS_AT_A_TIME, visitor::stored);
            return;
        }
        List<Box> boxes = new ArrayList<>();
        for (Dataset each : List.of(a, b)) {
            long[] size = each.chunkDimensions();
            each.forEachChunk(chunk -> boxes.add(new Box(chunk.offset(), size)));
        }
        new StoredParts(visitor).visit(whole, boxes);
    }

    /** The number of elements; saturates. */
    private static long count(Hyperslab part) {
        long count = 1;
        for (long size : part.count()) {
            count = count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
        }
        return count;
    }

    private void visit(Hyperslab part, List<Box> near) throws IOException {
        List<Box> boxes = near.stream().filter(box -> box.overlaps(part)).toList();
        if (boxes.isEmpty()) {
            visitor.notStored(part);
        } else if (count(part) <= ELEMENTS_AT_A_TIME) {
            visitor.stored(part);
        } else {
            int dimension = 0;
            while (part.count()[dimension] == 1) {
                dimension++;
            }
            long half = part.count()[dimension] / 2;
            visit(piece(part, dimension, 0, half), boxes);
            visit(piece(part, dimension, half, part.count()[dimension] - half), boxes);
        }
    }

    private static Hyperslab piece(Hyperslab part, int dimension, long from, long count) {
        long[] start = part.start().clone();
        long[] counts = part.count().clone();
        start[dimension] += from;
        counts[dimension] = count;
        return new Hyperslab(start, part.stride(), counts, part.block());
    }
}
