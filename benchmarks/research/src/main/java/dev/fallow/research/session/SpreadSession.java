package dev.fallow.research.session;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.type.FixedPoint;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Container sessions that resemble the create and delete tests of the HDF Group's "Performance Report for Free-space
 * Manager" (2008). Unlike the tests themselves, which are in the race and in {@code fallow bench}, these spread their
 * objects over groups, and their count is that of all objects of a series. Datasets consist of 32-bit integers, are
 * contiguous, allocated at creation, and never written.
 *
 * <p>Each group contains {@value #PER_HOLDER} objects of each series, so that the traces are of many small groups, as
 * in real files, instead of a single group.
 */
public enum SpreadSession {
    /** Empty groups: a series, every second of it deleted, another series, all of that deleted. */
    GROUPS("groups") {
        @Override
        public void run(ContainerFile file, int count, Runnable done) {
            Group[] holders = holders(file, count);
            each(0, 1, count, done, i -> holder(holders, i).createGroup("a" + i));
            each(1, 2, count, done, i -> holder(holders, i).delete("a" + i));
            each(0, 1, count, done, i -> holder(holders, i).createGroup("b" + i));
            each(0, 1, count, done, i -> holder(holders, i).delete("b" + i));
        }
    },
    /** Big datasets, every second deleted; a huge one, deleted; medium ones, every second deleted; small ones. */
    DATASETS("datasets") {
        @Override
        public void run(ContainerFile file, int count, Runnable done) {
            Group[] holders = holders(file, count);
            each(0, 1, count, done, i -> dataset(holder(holders, i), "big" + i, BIG));
            each(1, 2, count, done, i -> holder(holders, i).delete("big" + i));
            dataset(holders[0], "huge0", HUGE);
            holders[0].delete("huge0");
            each(0, 1, count, done, i -> dataset(holder(holders, i), "medium" + i, MEDIUM));
            each(1, 2, count, done, i -> holder(holders, i).delete("medium" + i));
            each(0, 1, count, done, i -> dataset(holder(holders, i), "small" + i, SMALL));
        }
    },
    /** Scalar attributes: a series, every second of it deleted, another series, all of that deleted. */
    ATTRIBUTES("attributes") {
        @Override
        public void run(ContainerFile file, int count, Runnable done) {
            Group[] holders = holders(file, count);
            each(0, 1, count, done, i -> holder(holders, i).createAttribute("a" + i, i));
            each(1, 2, count, done, i -> holder(holders, i).deleteAttribute("a" + i));
            each(0, 1, count, done, i -> holder(holders, i).createAttribute("b" + i, i));
            each(0, 1, count, done, i -> holder(holders, i).deleteAttribute("b" + i));
        }
    },
    /**
     * Groups that each have as many medium datasets as there are groups, together about the count (100 times 100 at
     * 10,000); every second group emptied and deleted; then as many groups of small datasets.
     */
    SQUARE("square") {
        @Override
        public void run(ContainerFile file, int count, Runnable done) {
            int side = (int) Math.sqrt(count);
            nest(file, "a", side, MEDIUM, done);
            each(1, 2, side, done, i -> {
                Group group = file.group("a" + i);
                each(0, 1, side, done, j -> group.delete("d" + j));
                file.delete("a" + i);
            });
            nest(file, "b", side, SMALL, done);
        }
    };

    /** The maximum number of objects or attributes of one series in a group. */
    static final int PER_HOLDER = 100;

    private static final int SMALL = 10;
    private static final int MEDIUM = 100;
    private static final int BIG = 1_000;
    private static final int HUGE = 1_000_000;

    private final String label;

    SpreadSession(String label) {
        this.label = label;
    }

    /** The name in commands and tables. */
    public String label() {
        return label;
    }

    /**
     * Runs the session in an empty container.
     *
     * @param count the number of objects or attributes in each series, at least 1
     */
    public void run(ContainerFile file, int count) {
        run(file, count, () -> {});
    }

    /**
     * Runs the session in an empty container.
     *
     * @param count the number of objects or attributes in each series, at least 1
     * @param done called after each creation and each deletion
     */
    public abstract void run(ContainerFile file, int count, Runnable done);

    /** @throws IllegalArgumentException if there is no such session */
    public static SpreadSession named(String label) {
        return Arrays.stream(values())
                .filter(test -> test.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no test " + label));
    }

    private static Group[] holders(ContainerFile file, int count) {
        Group[] holders = new Group[(count + PER_HOLDER - 1) / PER_HOLDER];
        Arrays.setAll(holders, i -> file.root().createGroup("holder" + i));
        return holders;
    }

    private static Group holder(Group[] holders, int object) {
        return holders[object / PER_HOLDER];
    }

    private static void each(int first, int step, int end, Runnable done, IntConsumer action) {
        for (int i = first; i < end; i += step) {
            action.accept(i);
            done.run();
        }
    }

    private static void dataset(Group group, String name, int elements) {
        group.createDataset(
                name,
                FixedPoint.INT32,
                new long[] {elements},
                DatasetOptions.defaults().withFillNever(true));
    }

    private static void nest(ContainerFile file, String prefix, int side, int elements, Runnable done) {
        each(0, 1, side, done, i -> {
            Group group = file.root().createGroup(prefix + i);
            each(0, 1, side, done, j -> dataset(group, "d" + j, elements));
        });
    }
}
