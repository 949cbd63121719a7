package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.OpenOptions;
import dev.fallow.StoredObject;
import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A corpus file in which all attributes of an object have the same creation order although the object header declares
 * it as indexed.
 */
class SameCreationOrderTest {
    private static final String FILE = "var-length-strings-reused.hdf5";

    @Test
    void attributesAreAddedAsLongAsTheHeaderHasThem() throws IOException {
        List<Path> files = Corpus.files().stream()
                .filter(path -> path.getFileName().toString().equals(FILE))
                .toList();
        assumeTrue(!files.isEmpty(), "the corpus has no " + FILE);
        byte[] content = Files.readAllBytes(files.get(0));
        ContainerFile container =
                ContainerFile.openBytes(content, OpenOptions.defaults().withIgnoreWriteFlag(true));
        for (String path : List.of("/", "/a0")) {
            StoredObject object = container.root().get(path);
            for (int i = 0; i < 5; i++) {
                object.createAttribute("new " + i, i);
            }
            assertThatThrownBy(() -> object.createAttribute("one more", 1))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining(path + ": dense storage needs different creation orders, found 0 twice");
            object.deleteAttribute("new 4");
            object.createAttribute("another", 2);
            assertThat(object.attributeNames()).hasSize(8);
        }
        container.close();
        try (ContainerFile again = ContainerFile.openBytes(
                container.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            assertThat(again.root().attributeNames()).hasSize(8).contains("columns", "heaps", "rows", "another");
        }
    }
}
