package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The names "." and "..", and none: "." is the group itself in HDF5, and ".." no more than a name. */
class NamesOfPathsTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void aDotIsTheGroupItself() {
        root.createGroup("a");
        root.createDataset("a/./b", 1);
        root.createDataset("./c", 2);
        assertThat(root.dataset("./a/b").path()).isEqualTo("/a/b");
        assertThat(root.names()).containsExactly("a", "c");
        for (String path : List.of(".", "/", "a/.")) {
            assertThatThrownBy(() -> root.createDataset(path, 1))
                    .as(path)
                    .isInstanceOf(ObjectExistsException.class)
                    .hasMessageContaining(" exists");
        }
    }

    @Test
    void twoDotsAreNoParentAndNotCreated() {
        root.createGroup("a");
        DatasetOptions parents = DatasetOptions.defaults().withCreateParents(true);
        for (Runnable call : List.<Runnable>of(
                () -> root.createDataset("..", 1),
                () -> root.createDataset("a/..", 1),
                () -> root.createDataset("a/../b", 1, parents),
                () -> root.createGroup(".."),
                () -> root.createGroups("a/../b"),
                () -> root.createSoftLink("..", "/a"),
                () -> root.createHardLink("a/..", "a"),
                () -> root.rename("a", ".."),
                () -> root.copy("a", ".."))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(
                            "container in memory: /",
                            "found \"..\", which is not the parent group",
                            "slash begins at the root");
        }
        assertThat(root.listRecursively()).extracting(Entry::path).containsExactly("/a");
        assertThatThrownBy(() -> root.createDataset("a/../b", 1)).isInstanceOf(NoSuchObjectException.class);
        assertThat(root.exists("..")).isFalse();
    }

    @Test
    void anEmptyNameIsRefused() {
        Group group = root.createGroup("a");
        for (Runnable call : List.<Runnable>of(
                () -> group.createDataset("", 1), () -> group.createGroup(""), () -> root.move("a", ""))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the name of a new object is empty");
        }
        assertThatThrownBy(() -> group.createDataset("", 1)).hasMessageContaining("container in memory: /a: the name");
    }
}
