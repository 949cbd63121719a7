package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.IncompleteChangeException;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files with addresses of 2 bytes, whose size limit is 65,534 bytes: an edit that needs more space is refused, and
 * changes nothing.
 */
@NeedsReference
class SmallAddressesTest {
    private static final int OPERATIONS = 300;
    private static final int MOST_ADDRESS = 65_534;

    @TempDir
    private Path folder;

    private final Random random = new Random(1);
    private final TreeSet<String> names = new TreeSet<>();
    private int refused;

    @ParameterizedTest
    @CsvSource({"EARLIEST, 2, 2", "EARLIEST, 2, 4", "LATEST, 2, 4", "LATEST, 2, 8"})
    void aFullFileIsEditedOn(FormatBound oldest, int offsets, int lengths) throws IOException {
        Path file = folder.resolve("small.h5");
        ReferenceOptions options =
                ReferenceOptions.defaults().bounds(oldest, FormatBound.LATEST).sizes(offsets, lengths);
        try (ReferenceFile made = ReferenceFile.create(file, options)) {
            made.createGroup("/before");
            names.add("before");
        }
        try (ContainerFile container = ContainerFile.open(file)) {
            for (int i = 0; i < OPERATIONS; i++) {
                edit(container.root(), "n" + i);
            }
            assertThat(refused).as("the file is full").isGreaterThan(OPERATIONS / 10);
            assertThat(container.allocatedBytes()).isBetween(MOST_ADDRESS / 2L, (long) MOST_ADDRESS);
            assertThat(container.root().names()).containsExactlyElementsOf(names);
            SpaceReport report = container.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
        }
        SortedMap<String, ObjectSnapshot> seen = Snapshot.of(file);
        for (String name : names) {
            assertThat(seen).containsKey("/" + name);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (Entry entry : container.root().listRecursively()) {
                assertThat(entry.problem()).isEmpty();
                if (container.root().get(entry.path()) instanceof Dataset dataset) {
                    dataset.read();
                }
            }
        }
    }

    /** Makes one edit; if it is refused, asserts that nothing has changed. */
    private void edit(Group root, String name) {
        String any = names.first();
        try {
            switch (random.nextInt(6)) {
                case 0 -> root.createGroup(name);
                case 1 -> root.createDataset(name, new int[random.nextInt(900)]);
                case 2 ->
                    root.createDataset(
                            name,
                            new String[] {"a", "b".repeat(random.nextInt(2_000))},
                            DatasetOptions.defaults().withVariableStrings());
                case 3 -> {
                    root.get(any).putAttribute(name, new byte[random.nextInt(300)]);
                    return;
                }
                case 4 -> {
                    if (names.size() > 30) {
                        root.delete(any);
                        names.remove(any);
                    }
                    return;
                }
                default -> root.copy(any, name);
            }
            names.add(name);
        } catch (IncompleteChangeException e) {
            throw new AssertionError("half-way: " + name, e);
        } catch (ContainerException e) {
            assertThat(e).hasMessageContaining("the file ends at");
            refused++;
        }
    }
}
