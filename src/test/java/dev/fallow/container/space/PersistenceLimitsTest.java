package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.cli.Fallow;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.LinkOrder;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in which free space is not persisted, and what persisting changes for older releases of libhdf5. */
@NeedsReference
class PersistenceLimitsTest {
    private static final ReferenceOptions EARLIEST =
            ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);

    @TempDir
    private Path folder;

    private String printed;

    @Test
    void withLengthsOf4BytesItIsRefusedBeforeAnythingChanges() throws IOException {
        Path path = folder.resolve("narrow.h5");
        try (ReferenceFile file = ReferenceFile.create(path, EARLIEST.sizes(8, 4))) {
            file.createGroup("/a");
            file.createGroup("/b");
        }
        byte[] before = Files.readAllBytes(path);
        for (List<String> verb : List.of(
                List.of("upgrade", "--persist", path.toString()),
                List.of("set-strategy", "--persist", path.toString(), "fsm"))) {
            assertThat(fallow(verb)).as(printed).isEqualTo(3);
            assertThat(printed).contains("narrow.h5", "lengths of 4 bytes", "lengths of 8 bytes");
            assertThat(path).hasBinaryContent(before);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThatThrownBy(() -> file.setPersistFreeSpace(true))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("lengths of 4 bytes");
        }
        assertThat(path).hasBinaryContent(before);
        assertThat(fallow(List.of("upgrade", path.toString()))).as(printed).isZero();
        assertThat(fallow(List.of("reclaim", "--persist", path.toString())))
                .as(printed)
                .isEqualTo(3);
        assertThat(printed).contains("lengths of 4 bytes");
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.list(LinkOrder.NAME)).hasSize(2);
        }
    }

    @Test
    void theCommandSaysWhichReleaseTheFileNeeds() throws IOException {
        Path path = folder.resolve("old.h5");
        try (ReferenceFile file = ReferenceFile.create(path, EARLIEST)) {
            file.createGroup("/a");
        }
        assertThat(fallow(List.of("upgrade", path.toString()))).isZero();
        assertThat(printed).contains("libhdf5 1.8 and later open the file; before, 1.0 and later did.");
        assertThat(fallow(List.of("reclaim", "--persist", path.toString()))).isZero();
        assertThat(printed).contains("libhdf5 1.10 and later open the file; before, 1.8 and later did.");
        assertThat(fallow(List.of("reclaim", "--persist", path.toString()))).isZero();
        assertThat(printed).doesNotContain("libhdf5");
    }

    private int fallow(List<String> words) {
        StringWriter out = new StringWriter();
        int code = Fallow.run(new PrintWriter(out), new PrintWriter(out), words.toArray(new String[0]));
        printed = out.toString();
        return code;
    }
}
