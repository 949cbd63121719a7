package dev.fallow.cli;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.type.FixedPoint;
import java.util.function.IntConsumer;

/**
 * The create and delete tests of the HDF Group's "Performance Report for Free-space Manager" (Choi, 2008). Datasets
 * have 32-bit integer elements and contiguous layout, are allocated at creation and never written. {@code nested} has
 * as many datasets in each group as there are groups.
 */
enum CreateDelete {
    /** Creates a series of groups, deletes every second one, creates another series and deletes all of it. */
    GROUPS {
        @Override
        void run(ContainerFile file, int count, Runnable done) {
            Group root = file.root();
            each(0, 1, count, done, i -> root.createGroup("a" + i));
            each(1, 2, count, done, i -> root.delete("a" + i));
            each(0, 1, count, done, i -> root.createGroup("b" + i));
            each(0, 1, count, done, i -> root.delete("b" + i));
        }
    },
    /**
     * Creates big datasets and deletes every second one; creates and deletes a huge one; creates medium ones and
     * deletes every second one; creates small ones.
     */
    DATASETS {
        @Override
        void run(ContainerFile file, int count, Runnable done) {
            Group root = file.root();
            each(0, 1, count, done, i -> dataset(root, "big" + i, BIG));
            each(1, 2, count, done, i -> root.delete("big" + i));
            each(0, 1, 1, done, i -> dataset(root, "huge0", HUGE));
            each(0, 1, 1, done, i -> root.delete("huge0"));
            each(0, 1, count, done, i -> dataset(root, "medium" + i, MEDIUM));
            each(1, 2, count, done, i -> root.delete("medium" + i));
            each(0, 1, count, done, i -> dataset(root, "small" + i, SMALL));
        }
    },
    /** Creates groups of medium datasets; empties and deletes every second group; creates groups of small datasets. */
    NESTED {
        @Override
        void run(ContainerFile file, int count, Runnable done) {
            nest(file, "a", count, MEDIUM, done);
            each(1, 2, count, done, i -> {
                Group group = file.group("a" + i);
                each(0, 1, count, done, j -> group.delete("d" + j));
                file.delete("a" + i);
            });
            nest(file, "b", count, SMALL, done);
        }
    },
    /**
     * Creates a series of scalar attributes on one group, deletes every second one, creates another series and deletes
     * all of it.
     */
    ATTRIBUTES {
        @Override
        void run(ContainerFile file, int count, Runnable done) {
            Group holder = file.root().createGroup("holder");
            each(0, 1, count, done, i -> holder.createAttribute("a" + i, i));
            each(1, 2, count, done, i -> holder.deleteAttribute("a" + i));
            each(0, 1, count, done, i -> holder.createAttribute("b" + i, i));
            each(0, 1, count, done, i -> holder.deleteAttribute("b" + i));
        }
    };

    private static final int SMALL = 10;
    private static final int MEDIUM = 100;
    private static final int BIG = 1_000;
    private static final int HUGE = 1_000_000;

    /**
     * Runs the test in an empty container.
     *
     * @param count number of objects or attributes in each series; for {@link #NESTED}, of groups and of datasets in
     * each group
     * @param done called after each creation and each deletion
     */
    abstract void run(ContainerFile file, int count, Runnable done);

    private static void each(int first, int step, int end, Runnable done, IntConsumer action) {
        for (int i = first; i < end; i += step) {
            action.accept(i);
            done.run();
        }
    }

    private static void dataset(Group group, String name, int elements) {
        group.createDataset(name, FixedPoint.INT32, elements);
    }

    private static void nest(ContainerFile file, String prefix, int count, int elements, Runnable done) {
        each(0, 1, count, done, i -> {
            Group group = file.root().createGroup(prefix + i);
            each(0, 1, count, done, j -> dataset(group, "d" + j, elements));
        });
    }
}
