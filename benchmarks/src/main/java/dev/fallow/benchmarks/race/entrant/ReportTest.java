package dev.fallow.benchmarks.race.entrant;

import java.util.Arrays;

/**
 * The four tests of the report (section 4 there), in the sizes that the programs it is compared with have: datasets of 10, 100, 1,000
 * and 1,000,000 elements of four bytes. "Odd-numbered" counts from 0, so of an odd number of objects the larger half stays.
 * All objects of a test are in one group and all attributes at one object, except in {@link #NESTED}.
 */
public enum ReportTest {
    /** Groups: a set, every second one deleted, another set, all of that deleted. */
    GROUPS("groups") {
        @Override
        public void run(Holder root, int count) {
            for (int i = 0; i < count; i++) {
                root.createGroup("a" + i).close();
            }
            for (int i = 1; i < count; i += 2) {
                root.delete("a" + i);
            }
            for (int i = 0; i < count; i++) {
                root.createGroup("b" + i).close();
            }
            for (int i = 0; i < count; i++) {
                root.delete("b" + i);
            }
        }

        @Override
        public long created(int count) {
            return 2L * count;
        }

        @Override
        public Contents left(int count) {
            return new Contents(largerHalf(count), 0, 0, 0);
        }
    },
    /** Big datasets, every second one deleted; a huge one, deleted; medium ones, every second one deleted; small ones. */
    DATASETS("datasets") {
        @Override
        public void run(Holder root, int count) {
            for (int i = 0; i < count; i++) {
                root.createDataset("big" + i, BIG);
            }
            for (int i = 1; i < count; i += 2) {
                root.delete("big" + i);
            }
            root.createDataset("huge0", HUGE);
            root.delete("huge0");
            for (int i = 0; i < count; i++) {
                root.createDataset("medium" + i, MEDIUM);
            }
            for (int i = 1; i < count; i += 2) {
                root.delete("medium" + i);
            }
            for (int i = 0; i < count; i++) {
                root.createDataset("small" + i, SMALL);
            }
        }

        @Override
        public long created(int count) {
            return 3L * count + 1;
        }

        @Override
        public Contents left(int count) {
            long half = largerHalf(count);
            return new Contents(
                    0, 2 * half + count, 0, ELEMENT_BYTES * (half * BIG + half * MEDIUM + (long) count * SMALL));
        }
    },
    /**
     * As many groups as each of them has medium datasets; every second group emptied and deleted; as many groups of small
     * datasets. The count is that of the groups, and of the datasets in each: 1,000 make two million datasets.
     */
    NESTED("nested") {
        @Override
        public void run(Holder root, int count) {
            fill(root, "a", count, MEDIUM);
            for (int i = 1; i < count; i += 2) {
                try (Holder group = root.openGroup("a" + i)) {
                    for (int j = 0; j < count; j++) {
                        group.delete("d" + j);
                    }
                }
                root.delete("a" + i);
            }
            fill(root, "b", count, SMALL);
        }

        private void fill(Holder root, String prefix, int count, int elements) {
            for (int i = 0; i < count; i++) {
                try (Holder group = root.createGroup(prefix + i)) {
                    for (int j = 0; j < count; j++) {
                        group.createDataset("d" + j, elements);
                    }
                }
            }
        }

        @Override
        public long created(int count) {
            return 2L * count * (count + 1L);
        }

        @Override
        public Contents left(int count) {
            long half = largerHalf(count);
            return new Contents(
                    half + count,
                    (half + count) * count,
                    0,
                    ELEMENT_BYTES * count * (half * MEDIUM + (long) count * SMALL));
        }
    },
    /** Attributes of one group: a set, every second one deleted, another set, all of that deleted. */
    ATTRIBUTES("attributes") {
        @Override
        public void run(Holder root, int count) {
            try (Holder holder = root.createGroup("holder")) {
                for (int i = 0; i < count; i++) {
                    holder.createAttribute("a" + i, i);
                }
                for (int i = 1; i < count; i += 2) {
                    holder.deleteAttribute("a" + i);
                }
                for (int i = 0; i < count; i++) {
                    holder.createAttribute("b" + i, i);
                }
                for (int i = 0; i < count; i++) {
                    holder.deleteAttribute("b" + i);
                }
            }
        }

        @Override
        public long created(int count) {
            return 2L * count + 1;
        }

        @Override
        public Contents left(int count) {
            return new Contents(1, 0, largerHalf(count), 0);
        }
    };

    private static final int SMALL = 10;
    private static final int MEDIUM = 100;
    private static final int BIG = 1_000;
    private static final int HUGE = 1_000_000;
    private static final long ELEMENT_BYTES = 4;

    private final String label;

    ReportTest(String label) {
        this.label = label;
    }

    /** The name in commands and tables. */
    public String label() {
        return label;
    }

    /**
     * Does the test in an empty file.
     *
     * @param count objects or attributes in each set, at least 1; for {@link #NESTED} groups, and datasets in each
     */
    public abstract void run(Holder root, int count);

    /** The number of groups, datasets and attributes created in all; the time should be linear in it. */
    public abstract long created(int count);

    /** The contents that must be there at the end. */
    public abstract Contents left(int count);

    /** @throws IllegalArgumentException if there is none of that name; the message has the names */
    public static ReportTest named(String label) {
        return Arrays.stream(values())
                .filter(test -> test.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no test " + label + "; there are "
                        + Arrays.stream(values()).map(ReportTest::label).toList()));
    }

    private static long largerHalf(int count) {
        return (count + 1L) / 2;
    }
}
