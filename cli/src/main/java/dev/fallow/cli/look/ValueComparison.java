package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.cli.look.DiffCommand.Difference;
import dev.fallow.cli.look.DiffCommand.What;
import dev.fallow.cli.look.ElementComparison.Tolerance;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ElementText;
import dev.fallow.cli.shell.IoConsumer;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.VirtualSources;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Compares the elements of datasets and attributes of the same shape; a bounded number of them is in memory at a time. */
record ValueComparison(
        Tolerance tolerance,
        IoConsumer<Difference> found,
        Consumer<String> failed,
        References references,
        Paths paths) {
    /** The longest text of an element. */
    private static final int LONGEST = 60;

    /** What is known of the references of two files. */
    interface References {
        /**
         * Whether two references refer to the same object.
         *
         * @param path of the object with the references, in its attribute unless that is null
         */
        boolean same(Reference a, Reference b, String path, String attribute);

        /** A reference of the first file for people. */
        String textOfA(Reference reference);

        /** A reference of the second file for people. */
        String textOfB(Reference reference);
    }

    /** Finds objects, which were found by their addresses, anew by their path in the first file: then failures name it. */
    interface Paths {
        /** The dataset of the first file; the one given, if the path leads to none or another one. */
        Dataset ofA(Dataset dataset, String path);

        /** The same, of the second file. */
        Dataset ofB(Dataset dataset, String path);
    }

    /** The beginning of a text that is too long for a line with two. */
    static String shortened(String text) {
        return AlignedColumns.shortened(text, LONGEST);
    }

    /** The comparison of two datasets or attributes. */
    private final class Pair {
        private final Datatype typeA;
        private final Datatype typeB;
        private final String path;
        /** Null for a dataset. */
        private final String attribute;

        private final ElementComparison elements;
        /** Whether elements of the same bytes are equal. */
        private final boolean sameBytes;

        private final long[] position;
        private long count;
        private long all;
        /** The first pair of different elements, with its place. */
        private String firstA;

        private String firstB;

        Pair(Datatype typeA, Datatype typeB, int rank, String path, String attribute) {
            this.typeA = typeA;
            this.typeB = typeB;
            this.path = path;
            this.attribute = attribute;
            position = new long[rank];
            sameBytes = typeA.equals(typeB) && ElementComparison.isInBytes(typeA);
            elements = new ElementComparison(tolerance, (a, b) -> references.same(a, b, path, attribute));
        }

        void element(Object a, Object b) {
            all++;
            if (!elements.equal(typeA, a, typeB, b)) {
                count++;
                if (count == 1) {
                    String where = position.length == 0 ? "" : Arrays.toString(position) + " ";
                    firstA = where + shortened(ElementText.text(typeA, a, references::textOfA));
                    firstB = shortened(ElementText.text(typeB, b, references::textOfB));
                }
            }
        }

        /** Compares elements of a part that are all equal in each of the datasets. */
        void alike(Hyperslab part, Object a, Object b) {
            long before = count;
            System.arraycopy(part.start(), 0, position, 0, position.length);
            element(a, b);
            all += product(part.count()) - 1; // one was counted
            count = count == before ? count : before + product(part.count());
        }

        /** @param start the position of the first element of the arrays */
        void arrays(Object a, Object b, int dimension, long[] start) {
            int length = Array.getLength(a);
            boolean last = dimension == position.length - 1;
            if (last && sameRow(a, b)) {
                all += length;
                return;
            }
            for (int i = 0; i < length; i++) {
                position[dimension] = start[dimension] + i;
                if (last) {
                    element(Array.get(a, i), Array.get(b, i));
                } else {
                    arrays(Array.get(a, i), Array.get(b, i), dimension + 1, start);
                }
            }
        }

        /** Whether rows of numbers are the same without a look at each of them; unsigned types must agree. */
        private boolean sameRow(Object a, Object b) {
            if (!typeA.equals(typeB)) {
                return false;
            }
            return a instanceof double[] x && b instanceof double[] y && Arrays.equals(x, y)
                    || a instanceof float[] u && b instanceof float[] v && Arrays.equals(u, v)
                    || a instanceof long[] m && b instanceof long[] n && Arrays.equals(m, n)
                    || a instanceof int[] i && b instanceof int[] j && Arrays.equals(i, j)
                    || a instanceof short[] s && b instanceof short[] t && Arrays.equals(s, t)
                    || a instanceof byte[] c && b instanceof byte[] d && Arrays.equals(c, d);
        }

        void report() throws IOException {
            if (count > 0) {
                found.accept(new Difference(What.VALUES, path, attribute, firstA, firstB, count, all));
            }
        }
    }

    void datasets(Dataset a, Dataset b, String path) throws IOException {
        if (lacks(a, path, "A") | lacks(b, path, "B") || a.elementCount() == 0) {
            return;
        }
        long[] shape = a.dimensions();
        Pair pair = new Pair(a.datatype(), b.datatype(), shape.length, path, null);
        try {
            compare(a, b, pair);
        } catch (UnsupportedFeatureException e) {
            if (!pair.sameBytes || pair.count > 0 || !StoredChunks.equal(a, b)) {
                failed.accept(named(e, a, b, path));
            }
        } catch (ContainerException e) {
            failed.accept(named(e, a, b, path));
        }
        pair.report();
    }

    /** Whether nothing of a dataset is there to be compared. What is missing is a failure. */
    private boolean lacks(Dataset dataset, String path, String side) {
        VirtualSources sources = VirtualSources.of(dataset);
        String what = sources.lackAll() ? "nothing is compared" : "what is missing is compared as the fill value";
        sources.problems(path).forEach(each -> failed.accept(side + ": " + each + "; " + what));
        return sources.lackAll();
    }

    private static void compare(Dataset a, Dataset b, Pair pair) throws IOException {
        if (pair.position.length == 0) {
            pair.element(
                    a.read(Selection.all(), Object.class, Conversion.ROUNDING),
                    b.read(Selection.all(), Object.class, Conversion.ROUNDING));
        } else {
            parts(a, b, pair);
        }
    }

    /** The message of a failure with the path: of the same failure of datasets that were found by it. */
    private String named(ContainerException failure, Dataset a, Dataset b, String path) throws IOException {
        Pair again = new Pair(a.datatype(), b.datatype(), a.dimensions().length, path, null);
        try {
            compare(paths.ofA(a, path), paths.ofB(b, path), again);
            return failure.getMessage(); // it was not the file: the server, for example
        } catch (ContainerException e) {
            return e.getMessage();
        }
    }

    void attributes(Attribute a, Attribute b, String path) throws IOException {
        long[] shape = a.dimensions();
        if (a.isNull() || Arrays.stream(shape).anyMatch(size -> size == 0)) {
            return;
        }
        Pair pair = new Pair(a.datatype(), b.datatype(), shape.length, path, a.name());
        if (shape.length == 0) {
            pair.element(a.read(), b.read());
        } else {
            pair.arrays(a.read(), b.read(), 0, new long[shape.length]);
        }
        pair.report();
    }

    private static long product(long[] counts) {
        return Arrays.stream(counts).reduce(1, (x, y) -> x * y);
    }

    /**
     * Compares two datasets of the same shape in parts in row-major order: those in which one of them has stored elements, and those
     * without, in which the elements of each are all equal. The cost depends on the stored chunks, and not on the shape.
     */
    private static void parts(Dataset a, Dataset b, Pair pair) throws IOException {
        Hyperslab whole = Values.whole(a.dimensions());
        if (a.layout() != StorageLayout.CHUNKED
                || b.layout() != StorageLayout.CHUNKED
                || Values.product(whole.count(), 0) <= Values.ELEMENTS_AT_A_TIME) {
            Values.forEachPart(whole, Values.ELEMENTS_AT_A_TIME, part -> stored(a, b, part, pair));
            return;
        }
        List<Box> boxes = new ArrayList<>();
        for (Dataset each : List.of(a, b)) {
            long[] size = each.chunkDimensions();
            each.forEachChunk(chunk -> boxes.add(new Box(chunk.offset(), size)));
        }
        parts(a, b, whole, boxes, pair);
    }

    private static void parts(Dataset a, Dataset b, Hyperslab part, List<Box> near, Pair pair) {
        List<Box> boxes = near.stream().filter(box -> box.overlaps(part)).toList();
        long[] count = part.count();
        if (boxes.isEmpty()) {
            pair.alike(part, first(a, part), first(b, part));
        } else if (Values.product(count, 0) <= Values.ELEMENTS_AT_A_TIME) {
            stored(a, b, part, pair);
        } else {
            int dimension = 0;
            while (count[dimension] == 1) {
                dimension++;
            }
            long half = count[dimension] / 2;
            parts(a, b, piece(part, dimension, 0, half), boxes, pair);
            parts(a, b, piece(part, dimension, half, count[dimension] - half), boxes, pair);
        }
    }

    /** Compares a part that is small enough to be read. */
    private static void stored(Dataset a, Dataset b, Hyperslab part, Pair pair) {
        Selection selection = part;
        if (pair.sameBytes
                && Arrays.equals(
                        a.read(selection, RawElements.class, Conversion.ROUNDING)
                                .bytes(),
                        b.read(selection, RawElements.class, Conversion.ROUNDING)
                                .bytes())) {
            pair.all += product(part.count());
        } else {
            pair.arrays(
                    a.read(selection, Object.class, Conversion.ROUNDING),
                    b.read(selection, Object.class, Conversion.ROUNDING),
                    0,
                    part.start());
        }
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

    private static Hyperslab piece(Hyperslab part, int dimension, long from, long count) {
        long[] start = part.start().clone();
        long[] counts = part.count().clone();
        start[dimension] += from;
        counts[dimension] = count;
        return new Hyperslab(start, part.stride(), counts, part.block());
    }

    /** The first element of a part. */
    private static Object first(Dataset dataset, Hyperslab part) {
        long[] one = new long[part.rank()];
        Arrays.fill(one, 1);
        Object element = dataset.read(Selection.block(part.start(), one));
        for (int i = 0; i < part.rank(); i++) {
            element = Array.get(element, 0);
        }
        return element;
    }
}
