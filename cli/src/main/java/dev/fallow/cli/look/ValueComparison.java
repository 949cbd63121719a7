package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.cli.look.Difference.What;
import dev.fallow.cli.look.FileComparison.Visitor;
import dev.fallow.cli.text.AlignedColumns;
import dev.fallow.cli.text.PlainElements;
import dev.fallow.selection.Hyperslab;
import dev.fallow.selection.Selection;
import dev.fallow.type.Datatype;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Arrays;

/** Compares the elements of datasets and attributes of the same shape; a bounded number of them is in memory at a time. */
final class ValueComparison {
    /** The longest text of an element. */
    private static final int LONGEST = 60;

    private final Tolerance tolerance;
    private final Visitor visitor;
    private final References references;

    /** Whether two references refer to the same object. */
    @FunctionalInterface
    interface References {
        /**
         * @param path of the object with the references
         * @param attribute of it; null for a dataset
         */
        boolean same(Reference a, Reference b, String path, String attribute);
    }

    ValueComparison(Tolerance tolerance, Visitor visitor, References references) {
        this.tolerance = tolerance;
        this.visitor = visitor;
        this.references = references;
    }

    /** The comparison of two datasets or attributes. */
    private final class Pair {
        private final Datatype typeA;
        private final Datatype typeB;
        private final ElementComparison elements;
        private final long[] position;
        private long count;
        private long all;
        private String first;
        private String firstA;
        private String firstB;

        Pair(Datatype typeA, Datatype typeB, int rank, String path, String attribute) {
            this.typeA = typeA;
            this.typeB = typeB;
            position = new long[rank];
            elements = new ElementComparison(tolerance, (a, b) -> references.same(a, b, path, attribute));
        }

        void element(Object a, Object b) {
            all++;
            if (!elements.equal(typeA, a, typeB, b)) {
                count++;
                if (count == 1) {
                    first = Arrays.toString(position);
                    firstA = AlignedColumns.shortened(PlainElements.text(typeA, a), LONGEST);
                    firstB = AlignedColumns.shortened(PlainElements.text(typeB, b), LONGEST);
                }
            }
        }

        /** @param counts the numbers of elements in each dimension, all of which are equal */
        void same(long[] counts) {
            all += product(counts);
        }

        /** Compares elements of a part that are all equal in each of the datasets. */
        void alike(Hyperslab part, Object a, Object b) {
            long before = count;
            System.arraycopy(part.start(), 0, position, 0, position.length);
            element(a, b);
            all--; // counted again below
            same(part.count());
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

        Difference difference(String path, String attribute) {
            String where = position.length == 0 ? "" : first + " ";
            return new Difference(What.VALUES, path, attribute, where + firstA, firstB, count, all);
        }
    }

    void datasets(Dataset a, Dataset b, String path) throws IOException {
        long[] shape = a.dimensions();
        if (shape == null || Arrays.stream(shape).anyMatch(size -> size == 0)) {
            return;
        }
        Pair pair = new Pair(a.datatype(), b.datatype(), shape.length, path, null);
        try {
            if (shape.length == 0) {
                pair.element(a.read(), b.read());
            } else {
                boolean sameBytes = a.datatype().equals(b.datatype()) && ElementComparison.isInBytes(a.datatype());
                StoredParts.forEach(a, b, new StoredParts.Visitor() {
                    @Override
                    public void stored(Hyperslab part) {
                        Selection selection = part;
                        if (sameBytes && Arrays.equals(a.readBytes(selection), b.readBytes(selection))) {
                            pair.same(part.count());
                        } else {
                            pair.arrays(a.read(selection), b.read(selection), 0, part.start());
                        }
                    }

                    @Override
                    public void notStored(Hyperslab part) {
                        pair.alike(part, first(a, part), first(b, part));
                    }
                });
            }
        } catch (ContainerException e) {
            visitor.fail(e.getMessage());
        }
        if (pair.count > 0) {
            visitor.differ(pair.difference(path, null));
        }
    }

    private static long product(long[] counts) {
        long product = 1;
        for (long size : counts) {
            product *= size;
        }
        return product;
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

    void attributes(Attribute a, Attribute b, String path) throws IOException {
        long[] shape = a.dimensions();
        if (shape == null || Arrays.stream(shape).anyMatch(size -> size == 0)) {
            return;
        }
        Pair pair = new Pair(a.datatype(), b.datatype(), shape.length, path, a.name());
        if (shape.length == 0) {
            pair.element(a.value(), b.value());
        } else {
            pair.arrays(a.value(), b.value(), 0, new long[shape.length]);
        }
        if (pair.count > 0) {
            visitor.differ(pair.difference(path, a.name()));
        }
    }
}
