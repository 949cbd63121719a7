package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Model.Node;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Random steps on chunked datasets of one to three dimensions: their creation with each kind of index, with and without
 * filters, and all changes of their elements and dimensions.
 */
public final class ChunkedSteps {
    private static final int MOST_ELEMENTS = 600;
    private static final int FILL = 77;
    private static final FilterSetting[][] FILTERS = {
        {},
        {},
        {Filters.deflate(1)},
        {Filters.shuffle(), Filters.deflate(6)},
        {Filters.deflate(4), Filters.fletcher32()}
    };

    private final Random random;
    private final Consumer<Node> overwriting;

    /** @param overwriting receives each dataset before its elements are overwritten in place; null for never */
    public ChunkedSteps(Random random, Consumer<Node> overwriting) {
        this.random = random;
        this.overwriting = overwriting;
    }

    /** The elements of a dataset of any number of dimensions, in row-major order. */
    public static int[] elements(Dataset dataset) {
        long count = Arrays.stream(dataset.dimensions()).reduce(1, Math::multiplyExact);
        int[] elements = new int[Math.toIntExact(count)];
        assertThat(flatten(dataset.read(), elements, 0)).as(dataset.path()).isEqualTo(elements.length);
        return elements;
    }

    private static int flatten(Object array, int[] elements, int from) {
        if (array instanceof int[] row) {
            System.arraycopy(row, 0, elements, from, row.length);
            return from + row.length;
        }
        int next = from;
        for (Object row : (Object[]) array) {
            next = flatten(row, elements, next);
        }
        return next;
    }

    /** Creates a dataset, written or not. */
    public Node create(ContainerFile container, String path) {
        int rank = 1 + random.nextInt(3);
        long[] dimensions = new long[rank];
        long[] limits = new long[rank];
        long[] chunk = new long[rank];
        int kind = random.nextInt(4); // a single chunk, fixed limits, one unlimited dimension, all unlimited
        int unlimited = random.nextInt(rank);
        int widest = random.nextInt(6) == 0 ? 300 : 40;
        for (int i = 0; i < rank; i++) {
            int most = (int) Math.pow(widest, 1.0 / rank);
            dimensions[i] = kind > 0 && random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(most);
            boolean grows = kind == 3 || kind == 2 && i == unlimited;
            limits[i] = kind == 0
                    ? dimensions[i]
                    : grows ? DatasetOptions.UNLIMITED : Math.max(1, dimensions[i] + random.nextInt(6));
            long widestChunk = widest == 300 ? 2 : dimensions[i] + 2;
            chunk[i] = kind == 0 ? dimensions[i] : 1 + random.nextLong(widestChunk);
            chunk[i] = grows ? chunk[i] : Math.min(chunk[i], limits[i]);
        }
        FilterSetting[] filters = FILTERS[random.nextInt(FILTERS.length)];
        boolean early = random.nextInt(5) == 0;
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(chunk)
                .withMaxDimensions(limits)
                .withFilters(filters)
                .withFillValue(FILL)
                .withUnfilteredEdges(filters.length > 0 && random.nextInt(6) == 0)
                .withAllocation(early ? AllocationTime.EARLY : AllocationTime.UNSPECIFIED);
        Node node = new Node(new int[count(dimensions)], null);
        node.dimensions = dimensions;
        node.limits = limits;
        if (random.nextInt(3) == 0) {
            container.root().createDataset(path, FixedPoint.INT32, dimensions, options);
            Arrays.fill(node.value, FILL);
        } else {
            node.value = numbers(node.value.length);
            container.root().createDataset(path, FixedPoint.INT32, dimensions, array(dimensions, node.value), options);
        }
        return node;
    }

    /** Changes a dataset, or tries a change that must fail. */
    void change(Dataset dataset, Node node, String where) {
        if (random.nextInt(10) == 0) {
            fail(dataset, node, where);
        } else {
            change(dataset, node);
        }
    }

    /** Changes a dataset, and then the node. */
    public void change(Dataset dataset, Node node) {
        switch (random.nextInt(9)) {
            case 0, 1, 2, 3 -> writePart(dataset, node);
            case 4, 5 -> append(dataset, node);
            case 6, 7 -> resize(dataset, node);
            default -> rewrite(dataset, node);
        }
    }

    /** Writes all elements. */
    void rewrite(Dataset dataset, Node node) {
        int[] value = numbers(node.value.length);
        dataset.write(array(node.dimensions, value), mode(node));
        node.value = value;
    }

    private WriteMode mode(Node node) {
        if (overwriting == null || random.nextInt(8) > 0) {
            return WriteMode.COPY;
        }
        overwriting.accept(node);
        return WriteMode.IN_PLACE;
    }

    private void writePart(Dataset dataset, Node node) {
        if (node.value.length == 0) {
            return;
        }
        int rank = node.dimensions.length;
        long[] start = new long[rank];
        long[] size = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = random.nextLong(node.dimensions[i]);
            size[i] = 1 + random.nextLong(node.dimensions[i] - start[i]);
        }
        int[] part = numbers(count(size));
        dataset.write(Selection.block(start, size), array(size, part), mode(node));
        node.value = withPart(node.value, node.dimensions, start, size, part);
    }

    private void append(Dataset dataset, Node node) {
        int dimension = random.nextInt(node.dimensions.length);
        long rows = 1 + random.nextInt(8);
        if (node.limits[dimension] >= 0) {
            rows = Math.min(rows, node.limits[dimension] - node.dimensions[dimension]);
        }
        long[] size = node.dimensions.clone();
        size[dimension] = rows;
        if (count(size) == 0 || node.value.length + count(size) > MOST_ELEMENTS) {
            return;
        }
        int[] added = numbers(count(size));
        dataset.append(dimension, array(size, added));
        long[] start = new long[size.length];
        start[dimension] = node.dimensions[dimension];
        long[] grown = node.dimensions.clone();
        grown[dimension] += rows;
        node.value = withPart(resized(node, grown), grown, start, size, added);
        node.dimensions = grown;
    }

    private void resize(Dataset dataset, Node node) {
        long[] dimensions = node.dimensions.clone();
        for (int i = 0; i < dimensions.length; i++) {
            long most = node.limits[i] < 0 ? dimensions[i] + 8 : node.limits[i];
            if (random.nextInt(2) == 0) {
                dimensions[i] = random.nextInt(12) == 0 ? 0 : random.nextLong(most + 1);
            }
        }
        if (count(dimensions) <= MOST_ELEMENTS) {
            dataset.resize(dimensions);
            node.value = resized(node, dimensions);
            node.dimensions = dimensions;
        }
    }

    /** Changes that must fail, and change nothing. */
    private void fail(Dataset dataset, Node node, String where) {
        int dimension = random.nextInt(node.dimensions.length);
        long[] beyond = node.dimensions.clone();
        if (node.limits[dimension] >= 0) {
            beyond[dimension] = node.limits[dimension] + 1;
            assertThatThrownBy(() -> dataset.resize(beyond)).as(where).isInstanceOf(WrongTypeException.class);
        }
        long[] one = new long[node.dimensions.length];
        Arrays.fill(one, 1);
        long[] start = new long[one.length];
        start[dimension] = node.dimensions[dimension];
        assertThatThrownBy(() -> dataset.write(Selection.block(start, one), array(one, new int[1])))
                .as(where)
                .isInstanceOf(WrongTypeException.class);
    }

    private static int[] resized(Node node, long[] dimensions) {
        int[] value = new int[count(dimensions)];
        Arrays.fill(value, FILL);
        long[] at = new long[dimensions.length];
        for (int element : node.value) {
            boolean inside = true;
            for (int i = 0; i < at.length; i++) {
                inside &= at[i] < dimensions[i];
            }
            if (inside) {
                value[index(dimensions, at)] = element;
            }
            advance(at, node.dimensions);
        }
        return value;
    }

    private static int[] withPart(int[] value, long[] dimensions, long[] start, long[] size, int[] part) {
        int[] changed = value.clone();
        long[] at = new long[start.length];
        long[] sum = new long[start.length];
        for (int element : part) {
            Arrays.setAll(sum, i -> start[i] + at[i]);
            changed[index(dimensions, sum)] = element;
            advance(at, size);
        }
        return changed;
    }

    private static int index(long[] dimensions, long[] at) {
        long index = 0;
        for (int i = 0; i < at.length; i++) {
            index = index * dimensions[i] + at[i];
        }
        return (int) index;
    }

    private static void advance(long[] at, long[] dimensions) {
        for (int i = at.length - 1; i >= 0; i--) {
            if (++at[i] < dimensions[i]) {
                return;
            }
            at[i] = 0;
        }
    }

    private static int count(long[] dimensions) {
        return Math.toIntExact(Arrays.stream(dimensions).reduce(1, Math::multiplyExact));
    }

    /** Numbers that compress well, badly, or not at all. */
    private int[] numbers(int count) {
        int bound = 1 << random.nextInt(31);
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> random.nextInt(bound));
        return numbers;
    }

    private static Object array(long[] dimensions, int[] elements) {
        Object array = Array.newInstance(
                int.class, Arrays.stream(dimensions).mapToInt(Math::toIntExact).toArray());
        fill(array, elements, 0);
        return array;
    }

    private static int fill(Object array, int[] elements, int from) {
        if (array instanceof int[] row) {
            System.arraycopy(elements, from, row, 0, row.length);
            return from + row.length;
        }
        int next = from;
        for (Object row : (Object[]) array) {
            next = fill(row, elements, next);
        }
        return next;
    }
}
