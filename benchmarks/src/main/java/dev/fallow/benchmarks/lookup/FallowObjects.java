package dev.fallow.benchmarks.lookup;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.report.WriteStatistics;
import java.nio.file.Path;

/** Fallow, with default options. */
final class FallowObjects implements ManyObjectsLibrary {
    /** The elements of a dataset. */
    static final int ELEMENTS = 10;

    @Override
    public void openAndLookUp(Path file, int number) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            container.root().group("g" + number);
        }
    }

    @Override
    public long list(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return container.root().names().size();
        }
    }

    @Override
    public long read(Path file, int[] order) {
        long sum = 0;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (int number : order) {
                Dataset dataset = container.dataset("/d" + number);
                for (int element : dataset.read(int[].class)) {
                    sum += element;
                }
                sum += (Integer) dataset.attribute("a").read();
            }
        }
        return sum;
    }

    /** Creates a file of empty groups. */
    static void createGroups(Path file, int count) {
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            for (int i = 0; i < count; i++) {
                root.createGroup("g" + i);
            }
        }
    }

    /** Creates a file of datasets; the first element of each and its attribute are its number. */
    static void createDatasets(Path file, int count) {
        int[] elements = new int[ELEMENTS];
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            for (int i = 0; i < count; i++) {
                elements[0] = i;
                root.createDataset("d" + i, elements).createAttribute("a", i);
            }
        }
    }

    /** Creates a file of groups, with a commit after each few of them. */
    static WriteStatistics commit(Path file, int groups, int each, Durability durability) {
        ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withDurability(durability));
        try (container) {
            Group root = container.root();
            for (int i = 0; i < groups; i++) {
                root.createGroup("g" + i);
                if ((i + 1) % each == 0) {
                    container.flush();
                }
            }
        }
        return container.writeStatistics();
    }
}
