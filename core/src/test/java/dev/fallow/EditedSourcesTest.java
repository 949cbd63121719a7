package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source of a virtual dataset that another thread commits, or closes, in the middle of an operation that reads it. */
class EditedSourcesTest {
    @TempDir
    private Path folder;

    private ContainerFile edited;
    private ContainerFile file;
    private Dataset dataset;

    /** First a chunk of one file, then two datasets of another one, with a chunk between them. */
    @BeforeEach
    void create() {
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(1).withFilters(BetweenFilter.SETTING);
        edited = ContainerFile.create(folder.resolve("edited.h5"));
        edited.root().createDataset("a", new int[] {1});
        edited.root().createDataset("b", new int[] {1});
        edited.flush();
        try (ContainerFile other = ContainerFile.create(folder.resolve("other.h5"))) {
            other.root().createDataset("chunk", new int[] {0}, chunks);
        }
        file = ContainerFile.create(folder.resolve("v.h5"));
        dataset = file.root()
                .createVirtualDataset(
                        "v",
                        FixedPoint.INT32,
                        new long[] {3},
                        List.of(
                                mapping("edited.h5", "/a", 0),
                                mapping("other.h5", "/chunk", 1),
                                mapping("edited.h5", "/b", 2)));
    }

    private static VirtualMapping mapping(String name, String path, long index) {
        return VirtualMapping.ofWhole(name, path, Selection.block(new long[] {index}, new long[] {1}));
    }

    @AfterEach
    void close() {
        file.close();
        edited.close();
    }

    private void replace(int value) {
        for (String name : List.of("a", "b")) {
            edited.delete("/" + name);
            edited.root().createDataset(name, new int[] {value});
        }
        edited.flush();
    }

    @Test
    void anOperationReadsOneCommit() {
        BetweenFilter.beforeNext(() -> replace(2));
        assertThat((int[]) dataset.read()).containsExactly(1, 0, 1);
        assertThat((int[]) dataset.read()).containsExactly(2, 0, 2);
    }

    @Test
    void closingTheEditorEndsNoOperation() {
        BetweenFilter.beforeNext(edited::close);
        assertThat((int[]) dataset.read()).containsExactly(1, 0, 1);
        edited = ContainerFile.open(folder.resolve("edited.h5"));
        replace(3);
        assertThat((int[]) dataset.read()).containsExactly(3, 0, 3);
    }
}
