package dev.fallow.research.createdelete;

import java.util.Arrays;

/**
 * The four tests of section 4 of the report, with the sizes in the C and Rust programs: datasets of 10, 100, 1,000 and
 * 1,000,000 elements of four bytes. "Odd-numbered" counts from 0, so of an odd number of objects the larger half
 * remains. All objects of a test are in one group, and all attributes belong to one object, except in {@link #NESTED}.
 */
public enum ReportTest {
    /** Creates a set of groups, deletes every second one, creates another set, and deletes all of that. */
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
    /**
     * Creates big datasets and deletes every second one; creates a huge one and deletes it; creates medium ones and
     * deletes every second one; creates small ones.
     */
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
     * Creates groups of medium datasets, empties and deletes every second group, and creates groups of small datasets.
     * The count is that of the groups and of the datasets in each: with 1,000, two million datasets are created.
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
    /**
     * Creates a set of attributes of one group, deletes every second one, creates another set, and deletes all of that.
     */
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
     * Runs the test in an empty file.
     *
     * @param count the number of objects or attributes in each set, at least 1; for {@link #NESTED}, of groups and of
     *     datasets in each
     */
    public abstract void run(Holder root, int count);

    /** The total number of groups, datasets and attributes created, in which the time should be linear. */
    public abstract long created(int count);

    /** The contents that must remain at the end. */
    public abstract Contents left(int count);

    /** @throws IllegalArgumentException if there is no such test; the message lists the names */
    public static ReportTest named(String label) {
        return Arrays.stream(values())
                .filter(test -> test.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no test " + label + "; expected one of "
                        + Arrays.stream(values()).map(ReportTest::label).toList()));
    }

    private static long largerHalf(int count) {
        return (count + 1L) / 2;
    }
}
