package dev.fallow.benchmarks.command;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.Durability;
import java.nio.file.Path;

/** A file of many small objects: groups of 999 compact datasets of four elements. Every tenth group is deleted. */
final class ManyObjects {
    /** The path of one of the datasets. */
    static final String DATASET = "/g000001/d000";

    /** The path of one of the groups. */
    static final String GROUP = "/g000001";

    private static final int IN_GROUP = 1_000;
    private static final int COMMIT = 100;
    private static final int DELETED = 10;

    private ManyObjects() {}

    /** Writes so many objects, committed in parts, and deletes a tenth of them in another session. */
    static void write(Path file, long objects) {
        CreateOptions options = CreateOptions.defaults().withOverwrite(true).withDurability(Durability.NEVER);
        long groups = Math.max(2, objects / IN_GROUP);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            for (long i = 0; i < groups; i++) {
                Group group = container.root().createGroup(name(i));
                for (int j = 0; j < IN_GROUP - 1; j++) {
                    group.createDataset("d%03d".formatted(j), new int[] {j, j, j, j}, DatasetOptions.compact());
                }
                if (i % COMMIT == COMMIT - 1) {
                    container.flush();
                }
            }
            container.flush();
            for (long i = 0; i < groups; i += DELETED) {
                container.delete("/" + name(i));
            }
        }
    }

    private static String name(long number) {
        return "g%06d".formatted(number);
    }
}
