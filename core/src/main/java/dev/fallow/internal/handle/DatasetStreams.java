package dev.fallow.internal.handle;

import dev.fallow.Attribute;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.Progress;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.Slab;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.data.Shape;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.slice.Grid;
import dev.fallow.type.Datatype;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Reads and copies datasets in pieces of bounded size. */
final class DatasetStreams {
    /** The size of a piece in bytes, unless a single chunk has more. */
    private static final long PIECE_BYTES = 8 << 20;

    private final Dataset source;
    private final Datatype type;
    private final long[] extent;

    DatasetStreams(Dataset source) {
        this.source = source;
        type = source.datatype();
        extent = source.dimensions();
    }

    /** The rows of the first dimension, a number of them at a time; read when they are asked for. */
    Iterable<Slab> slabs(long rows) {
        if (rows < 1) {
            throw new IllegalArgumentException("rows: expected at least 1, found " + rows);
        } else if (extent.length == 0) {
            throw new WrongTypeException(where() + " has no rows");
        }
        return () -> LongStream.iterate(0, first -> first < extent[0], first -> first + rows)
                .mapToObj(first -> slab(first, Math.min(rows, extent[0] - first)))
                .iterator();
    }

    private Slab slab(long first, long rows) {
        long[] start = new long[extent.length];
        long[] count = extent.clone();
        start[0] = first;
        count[0] = rows;
        return new Slab(first, source.read(Selection.block(start, count)));
    }

    /** Copies the elements and the attributes to a new dataset. */
    Dataset copyTo(Group group, String path, DatasetOptions options) {
        if (source.isNull()) {
            throw new WrongTypeException(where() + " has a null dataspace, which has no elements to copy");
        } else if (ElementCopy.hasReferences(type) && !sameContainer(group)) {
            throw new UnsupportedFeatureException(
                    where() + ": references to objects cannot be copied to another container in this way");
        }
        // all of it is written here, so a contiguous copy is not filled before
        boolean filled =
                options.layout() == StorageLayout.CHUNKED || options.fillValue().isPresent();
        Dataset copy = group.createDataset(path, type, extent, filled ? options : options.withFillNever(true));
        long total = Shape.elements(extent);
        if (extent.length == 0) {
            copy.write(source.read());
        } else if (total > 0) {
            try {
                copyElements(copy, total, options.progress());
            } catch (CancellationException e) {
                group.delete(path);
                throw e;
            }
        }
        for (String name : source.attributeNames()) {
            Attribute attribute = source.attribute(name);
            copy.createAttribute(name, attribute.datatype(), attribute.dimensions(), attribute.read());
        }
        return copy;
    }

    /** File and dataset, for messages. */
    private String where() {
        return ((ObjectHandle) source).fileName() + ": " + ((ObjectHandle) source).shownPath();
    }

    private boolean sameContainer(Group group) {
        return ((ObjectHandle) group).session() == ((ObjectHandle) source).session();
    }

    /** Whether elements without space are the same in the source and a copy of the same type. */
    private boolean isSparseLike(ObjectHandle copy) {
        ObjectHandle own = (ObjectHandle) source;
        byte[] fill = own.session()
                .reading(() -> own.storage().canBeSparse() ? own.storage().fillElement() : null);
        byte[] same = copy.session().reading(() -> copy.storage().fillElement());
        return fill != null && Arrays.equals(fill, same) && (fill.length == 0 || !type.refersToGlobalHeap());
    }

    private void copyElements(Dataset copy, long total, Progress progress) {
        Grid pieces = new Grid(extent, piece(copy.chunkDimensions()));
        long count = LongStream.range(0, extent.length)
                .map(i -> pieces.chunks((int) i))
                .reduce(1, Math::multiplyExact);
        LongStream numbers = isSparseLike((ObjectHandle) copy)
                ? stored(pieces).stream().mapToLong(Long::longValue)
                : LongStream.range(0, count);
        long done = 0;
        for (PrimitiveIterator.OfLong each = numbers.iterator(); each.hasNext(); ) {
            done += copyPiece(copy, start(each.nextLong(), pieces), pieces.chunk());
            Advance.tell(progress, done, total);
        }
        if (done < total) {
            Advance.tell(progress, total, total); // the rest has no space
        }
    }

    /** The row-major numbers of the pieces in which the source has stored chunks. About 50 bytes for each. */
    private TreeSet<Long> stored(Grid pieces) {
        TreeSet<Long> numbers = new TreeSet<>();
        long[] size = source.chunkDimensions();
        if (size.length > 0) {
            source.forEachChunk(chunk -> {
                if (IntStream.range(0, extent.length)
                        .allMatch(i -> chunk.offset()[i] >= 0 && chunk.offset()[i] < extent[i])) {
                    addStored(chunk.offset(), size, pieces, 0, 0, numbers);
                }
            });
        }
        return numbers;
    }

    private void addStored(long[] from, long[] size, Grid pieces, int dimension, long number, TreeSet<Long> numbers) {
        if (dimension == extent.length) {
            numbers.add(number);
            return;
        }
        long width = pieces.chunk()[dimension];
        long last = from[dimension] + Math.min(size[dimension], extent[dimension] - from[dimension]) - 1;
        for (long at = from[dimension] / width; at <= last / width; at++) {
            addStored(from, size, pieces, dimension + 1, number * pieces.chunks(dimension) + at, numbers);
        }
    }

    private long[] start(long number, Grid pieces) {
        long[] start = new long[extent.length];
        long rest = number;
        for (int i = start.length - 1; i >= 0; i--) {
            start[i] = pieces.from(rest % pieces.chunks(i), i);
            rest /= pieces.chunks(i);
        }
        return start;
    }

    /** Copies a piece; returns the number of its elements. */
    private long copyPiece(Dataset copy, long[] start, long[] piece) {
        long[] count = new long[extent.length];
        Arrays.setAll(count, i -> Math.min(piece[i], extent[i] - start[i]));
        Selection part = Selection.block(start.clone(), count);
        copy.write(
                part,
                type.refersToGlobalHeap()
                        ? source.read(part)
                        : new RawElements(source.read(part, RawElements.class).bytes()));
        return Shape.elements(count);
    }

    /** A piece of whole chunks of the copy, so that each is written once. */
    private long[] piece(long[] chunk) {
        long[] piece = new long[extent.length];
        Arrays.setAll(piece, i -> chunk.length == 0 ? 1 : Math.min(chunk[i], extent[i]));
        long bytes = type.size();
        for (long size : piece) {
            bytes *= size;
        }
        for (int i = piece.length - 1; i >= 0 && bytes < PIECE_BYTES; i--) {
            long times = Math.min(PIECE_BYTES / bytes, (extent[i] + piece[i] - 1) / piece[i]);
            piece[i] *= Math.max(1, times);
            bytes *= Math.max(1, times);
        }
        return piece;
    }
}
