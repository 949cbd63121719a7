package dev.fallow.benchmarks.command;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.StorageLayout;
import java.nio.file.Path;

/** A file of many compact datasets of four elements. A tenth of the objects is deleted. */
enum ManyObjects {
    /** In groups of 999 each; every tenth group is deleted. */
    GROUPS(
            "objects.md",
            "Files of compact datasets in groups of 999; every tenth group is deleted.",
            "/g000001",
            "/g000001/d000") {
        @Override
        void fill(ContainerFile container, long objects) {
            long groups = Math.max(2, objects / PART);
            for (long i = 0; i < groups; i++) {
                Group group = container.root().createGroup(name(i));
                for (int j = 0; j < PART - 1; j++) {
                    create(group, "d%03d".formatted(j), j);
                }
                if (i % PARTS == PARTS - 1) {
                    container.flush();
                }
            }
            container.flush();
            for (long i = 0; i < groups; i += DELETED) {
                container.delete("/" + name(i));
            }
        }

        private String name(long number) {
            return "g%06d".formatted(number);
        }
    },
    /** In one group; every tenth dataset is deleted. */
    ONE_GROUP(
            "one-group.md",
            "Files of compact datasets in one group; every tenth dataset is deleted.",
            "/all",
            "/all/d00000001") {
        @Override
        void fill(ContainerFile container, long objects) {
            Group group = container.root().createGroup("all");
            for (long i = 0; i < objects; i++) {
                create(group, name(i), (int) i);
                if (i % (PARTS * PART) == PARTS * PART - 1) {
                    container.flush();
                }
            }
            container.flush();
            for (long i = 0; i < objects; i += DELETED) {
                group.delete(name(i));
            }
        }

        private String name(long number) {
            return "d%08d".formatted(number);
        }
    };

    private static final int PART = 1_000;
    private static final int PARTS = 100;
    private static final int DELETED = 10;

    private final String report;
    private final String description;
    private final String group;
    private final String dataset;

    ManyObjects(String report, String description, String group, String dataset) {
        this.report = report;
        this.description = description;
        this.group = group;
        this.dataset = dataset;
    }

    /** The file name of the report. */
    String report() {
        return report;
    }

    /** A sentence for the report. */
    String description() {
        return description;
    }

    /** The path of one of the groups. */
    String group() {
        return group;
    }

    /** The path of one of the datasets. */
    String dataset() {
        return dataset;
    }

    /** Writes so many objects, committed in parts, and deletes a tenth of them. */
    void write(Path file, long objects) {
        CreateOptions options = CreateOptions.defaults().withOverwrite(true).withDurability(Durability.NEVER);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            fill(container, objects);
        }
    }

    abstract void fill(ContainerFile container, long objects);

    private static void create(Group group, String name, int value) {
        group.createDataset(
                name,
                new int[] {value, value, value, value},
                DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
    }
}
