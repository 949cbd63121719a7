package dev.fallow.cli.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Reference;
import dev.fallow.cli.shell.ObjectNames;
import org.junit.jupiter.api.Test;

/** The values of a dataset, a screen at a time. */
class DatasetPagesTest {
    @Test
    void referencesHaveTheNamesOfTheirTargets() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset image = container.root().createDataset("image", new int[] {1, 2});
            Dataset refs = container.root().createDataset("refs", new Reference[] {image.reference()});
            DatasetPages pages = new DatasetPages(refs, new ObjectNames(container));
            assertThat(pages.read(0, 1, 0, 80)).containsExactly("[0]  ->/image");
        }
    }
}
