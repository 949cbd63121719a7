package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Appends rows to chunked datasets of several indexes, and rewrites chunks that are already committed. */
final class ChunkWorkload extends Workload {
    private static final int COLUMNS = 6;
    private static final int MOST_ROWS = 150;
    private static final long[] CHUNK = {4, 4};

    /** The datasets. */
    private enum Target {
        /** An extensible array, without filters. */
        PLAIN(DatasetOptions.defaults().withChunks(CHUNK).withMaxDimensions(DatasetOptions.UNLIMITED, COLUMNS)),
        /** An extensible array, compressed. */
        COMPRESSED(DatasetOptions.defaults()
                .withChunks(CHUNK)
                .withMaxDimensions(DatasetOptions.UNLIMITED, COLUMNS)
                .withFilters(Filters.shuffle(), Filters.deflate(6), Filters.fletcher32())),
        /** A B-tree. */
        TREE(DatasetOptions.defaults()
                .withChunks(CHUNK)
                .withMaxDimensions(DatasetOptions.UNLIMITED, DatasetOptions.UNLIMITED)
                .withFilters(Filters.deflate(1))),
        /** A fixed array, without filters. */
        FIXED(DatasetOptions.defaults().withChunks(CHUNK).withMaxDimensions(MOST_ROWS, COLUMNS));

        private final DatasetOptions options;

        Target(DatasetOptions options) {
            this.options = options;
        }

        private String path() {
            return "/" + name();
        }
    }

    /** The rows of each dataset; null if it does not exist. */
    private final int[][][] model = new int[Target.values().length][][];

    ChunkWorkload(long seed) {
        super(seed);
    }

    @Override
    void next(ContainerFile container, SplittableRandom random) {
        Target target = Target.values()[random.nextInt(model.length)];
        int[][] rows = model[target.ordinal()];
        int dice = random.nextInt(100);
        if (rows == null) {
            int[][] first = rows(random, 1 + random.nextInt(9));
            if (container != null) {
                container.root().createDataset(target.path(), first, target.options);
            }
            model[target.ordinal()] = first;
        } else if (rows.length > MOST_ROWS - 12 || dice < 6 && rows.length > 0) {
            resize(container, target, random.nextInt(rows.length));
        } else if (dice < 8) {
            if (container != null) {
                container.delete(target.path());
            }
            model[target.ordinal()] = null;
        } else if (dice < 50 || rows.length == 0) {
            int[][] added = rows(random, 1 + random.nextInt(12));
            if (container != null) {
                container.dataset(target.path()).append(added);
            }
            model[target.ordinal()] = joined(rows, rows.length, added);
        } else {
            int from = random.nextInt(rows.length);
            rewrite(container, target, from, rows(random, 1 + random.nextInt(rows.length - from)));
        }
    }

    private void resize(ContainerFile container, Target target, int length) {
        if (container != null) {
            container.dataset(target.path()).resize(length, COLUMNS);
        }
        model[target.ordinal()] = Arrays.copyOf(model[target.ordinal()], length);
    }

    private void rewrite(ContainerFile container, Target target, int from, int[][] changed) {
        if (container != null) {
            long[] start = {from, 0};
            long[] size = {changed.length, COLUMNS};
            container.dataset(target.path()).write(Selection.block(start, size), changed);
        }
        model[target.ordinal()] = joined(model[target.ordinal()], from, changed);
    }

    private static int[][] joined(int[][] rows, int from, int[][] changed) {
        int[][] joined = Arrays.copyOf(rows, Math.max(rows.length, from + changed.length));
        System.arraycopy(changed, 0, joined, from, changed.length);
        return joined;
    }

    /** Rows of numbers that compress well or badly. */
    private static int[][] rows(SplittableRandom random, int count) {
        int bound = 1 << random.nextInt(31);
        int[][] rows = new int[count][];
        Arrays.setAll(rows, i -> random.ints(COLUMNS, 0, bound).toArray());
        return rows;
    }

    @Override
    void assertEqual(ContainerFile container, String where) {
        for (Target target : Target.values()) {
            String at = where + " " + target.path();
            int[][] rows = model[target.ordinal()];
            assertThat(container.exists(target.path())).as(at).isEqualTo(rows != null);
            if (rows != null) {
                Dataset dataset = container.dataset(target.path());
                assertThat(dataset.dimensions()).as(at).isEqualTo(new long[] {rows.length, COLUMNS});
                assertThat((int[][]) dataset.read()).as(at).isDeepEqualTo(rows);
            }
        }
    }
}
