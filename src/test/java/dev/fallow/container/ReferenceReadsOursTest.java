package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.StorageLayout;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.StorageKind;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.SpaceReport;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** libhdf5 opens every file that Fallow writes, and reads every object, value and attribute in it. */
@NeedsReference
class ReferenceReadsOursTest {
    private static final List<Object> VALUES = List.of(
            (byte) -7,
            -300_000,
            -2.25e300,
            "text",
            "grüße, 世界",
            new short[] {1, -2, 3},
            new long[] {1, -2, Long.MIN_VALUE},
            new float[] {1, -2, Float.NaN},
            new String[] {"a", "", "longer than the others"},
            new int[][] {{1, 2, 3}, {4, 5, 6}},
            new double[2][3][4],
            new int[0],
            new int[20_000]);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyValueInEveryPlace(boolean persistent) throws IOException {
        Path path = folder.resolve("values.h5");
        CreateOptions options = CreateOptions.defaults().withPersistFreeSpace(persistent);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            for (int i = 0; i < VALUES.size(); i++) {
                Object value = VALUES.get(i);
                Group group = file.root().createGroup("values of kind " + i);
                group.createDataset("contiguous", value);
                group.createDataset("umlaut ä", value).createAttribute("größe", i);
                if (i < VALUES.size() - 1) {
                    group.createDataset(
                            "compact", value, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
                    group.createAttribute("attribute", value);
                }
            }
            Group types = file.root().createGroup("types");
            for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                for (int size : new int[] {1, 2, 4, 8}) {
                    types.createDataset("i" + size + order, FixedPoint.of(size, true, order), 3)
                            .write(new byte[] {-1, 0, 127});
                    types.createDataset("u" + size + order, FixedPoint.of(size, false, order), 3)
                            .write(new byte[] {1, 0, 127});
                }
            }
            for (FloatingPoint.Order order :
                    List.of(FloatingPoint.Order.LITTLE_ENDIAN, FloatingPoint.Order.BIG_ENDIAN)) {
                for (int size : new int[] {2, 4, 8}) {
                    types.createDataset("f" + size + order, FloatingPoint.ieee(size, order), 3)
                            .write(new float[] {-1.5f, 0, 1024});
                }
            }
        }
        assertThat(Snapshot.of(path)).isEqualTo(OurSnapshot.of(path));
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().isPersistent()).isEqualTo(persistent);
            assertThat(file.space().fileSize()).isEqualTo(Files.size(path));
            assertThat(file.storage("/values of kind 5/compact")).isEqualTo(StorageKind.COMPACT);
            assertThat(file.storage("/values of kind 5/contiguous")).isEqualTo(StorageKind.CONTIGUOUS);
        }
    }

    /** The addresses that Fallow reports are those that libhdf5 reports. */
    @Test
    void addressesAreTheSame() {
        Path path = folder.resolve("addresses.h5");
        long storage;
        long header;
        try (ContainerFile file = ContainerFile.create(path)) {
            header = file.root().createDataset("d", new int[100]).address();
            storage = file.dataset("d").storageAddress();
            assertThat(file.dataset("d").layout()).isEqualTo(StorageLayout.CONTIGUOUS);
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.offset("/d")).isEqualTo(storage);
            assertThat(file.headerAddress("/d")).isEqualTo(header);
        }
    }

    /**
     * A flushed file is consistent although it is still open; until it is closed, the superblock's status flag keeps
     * libhdf5 from opening it.
     */
    @Test
    void aFlushedFileIsWhole() throws IOException {
        Path path = folder.resolve("flushed.h5");
        Path copy = folder.resolve("copy.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("a", new int[] {1, 2, 3});
            file.flush();
            file.root().createDataset("b", new int[] {4});
            file.delete("a");
            file.flush();
            Files.copy(path, copy);
            file.root().createDataset("c", new int[] {4});
        }
        byte[] bytes = Files.readAllBytes(copy);
        assertThat(bytes[11]).as("superblock flags").isEqualTo((byte) 1);
        try (ContainerFile open =
                ContainerFile.open(copy, dev.fallow.OpenOptions.defaults().withIgnoreWriteFlag(true))) {
            SpaceReport report = open.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untrackedBytes()).isZero();
            open.root().createGroup("c"); // with the first change the mark becomes ours, and closing removes it
            open.delete("c");
        }
        assertThat(Snapshot.of(copy)).isEqualTo(OurSnapshot.of(copy)).containsOnlyKeys("/", "/b");
    }

    @Test
    void aGroupWithManyLinksInItsHeader() {
        Path path = folder.resolve("many.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            for (int i = 0; i < 300; i++) {
                file.root().createGroup("group " + i);
            }
            for (int i = 0; i < 300; i += 3) {
                file.delete("group " + i);
            }
        }
        assertThat(Snapshot.of(path)).hasSize(201).isEqualTo(OurSnapshot.of(path));
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.createGroup("/one more"); // libhdf5 converts the group to dense storage here
            file.delete("/one more");
        }
        assertThat(Snapshot.of(path)).hasSize(201);
    }
}
