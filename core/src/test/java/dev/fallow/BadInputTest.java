package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Checksum;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors are reported with file, address and numbers, and nothing is changed. */
class BadInputTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("good.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group group = container.root().createGroup("group");
            group.createDataset("numbers", new int[] {1, 2, 3});
            group.createDataset(
                    "small", new short[] {7}, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            group.createAttribute("unit", Types.string(5), new long[0], "metre"); // in the header, which has a checksum
            container.root().createDataset("gone", new long[100]);
            container.delete("/gone");
        }
    }

    private void assertRefused(Class<? extends Exception> kind, String... words) {
        for (OpenOptions options :
                new OpenOptions[] {OpenOptions.defaults().withReadOnly(true), OpenOptions.defaults()}) {
            assertThatThrownBy(() -> ContainerFile.open(file, options).close())
                    .isInstanceOf(kind)
                    .hasMessageContainingAll(words)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void notHdf5() throws IOException {
        Files.writeString(file, "This is a text of more than eight bytes.");
        assertRefused(NotAContainerException.class, "no HDF5 signature");
    }

    @Test
    void empty() throws IOException {
        Files.write(file, new byte[0]);
        assertRefused(NotAContainerException.class, "is empty");
    }

    @Test
    void missing() throws IOException {
        Files.delete(file);
        assertRefused(StorageException.class, "does not exist");
    }

    @Test
    void directory() throws IOException {
        file = folder;
        assertRefused(NotAContainerException.class, "is a directory");
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> ContainerFile.openBytes(cut, OpenOptions.defaults()))
                    .as("cut to " + length)
                    .isInstanceOfAny(CorruptFileException.class, NotAContainerException.class);
        }
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertRefused(
                CorruptFileException.class,
                "truncated",
                String.valueOf(whole.length),
                String.valueOf(whole.length - 1));
    }

    /** Any changed byte of metadata is detected; a changed byte of elements changes only an element. */
    @Test
    void everyDamagedByteIsNoticedOrIsAnElement() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int unnoticed = 0;
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x20;
            try (ContainerFile container =
                    ContainerFile.openBytes(damaged, OpenOptions.defaults().withReadOnly(true))) {
                container.root().listRecursively();
                boolean findings = !container.space().findings().isEmpty();
                container.dataset("/group/numbers").read();
                container.dataset("/group/small").read();
                unnoticed += findings ? 0 : 1;
            } catch (ContainerException noticed) {
                assertThat(noticed).as("byte " + at).hasMessageContaining("container in memory");
            }
        }
        long freeAndElements = 3 * Integer.BYTES + freeBytes();
        assertThat(unnoticed).isLessThanOrEqualTo((int) freeAndElements);
    }

    private long freeBytes() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return container.space().freeBytes();
        }
    }

    @Test
    void wrongChecksumNamesTheAddressAndBothSums() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        long address;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            address = container.group("/group").address();
        }
        whole[(int) address + 10] ^= 1;
        assertThatThrownBy(() -> {
                    try (ContainerFile container = ContainerFile.openBytes(
                            whole, OpenOptions.defaults().withReadOnly(true))) {
                        container.group("/group");
                    }
                })
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("checksum", "stored 0x", "computed 0x", "data object header");
    }

    @Test
    void aBlockThatTwoObjectsClaimIsReportedAndNotReleased() throws IOException {
        long[] headers = new long[2];
        long[] elements = new long[2];
        try (ContainerFile container = ContainerFile.open(file)) {
            for (int i = 0; i < 2; i++) {
                Dataset dataset = container.group("/group").createDataset("twin" + i, new int[5]);
                headers[i] = dataset.address();
                elements[i] = dataset.storageAddress();
            }
        }
        byte[] whole = Files.readAllBytes(file);
        ByteBuffer header = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int from = (int) headers[1];
        int length = 7 + (whole[from + 6] & 0xFF);
        int at = from;
        while (header.getLong(at) != elements[1]) {
            at++;
        }
        header.putLong(at, elements[0]);
        header.putInt(from + length, Checksum.of(whole, from, length));
        Files.write(file, whole);
        try (ContainerFile container = ContainerFile.open(file)) {
            SpaceReport before = container.space();
            assertThat(before.findings()).singleElement().asString().contains("belong to two", "twin0", "twin1");
            assertThatThrownBy(() -> container.delete("/group"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll(file.toString(), "twin0", "twin1", String.valueOf(elements[0]));
            assertThat(container.space()).isEqualTo(before);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @Test
    void manyDamagedBytesNeverDoWorse() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (long seed : Seeds.range(0, 3_000)) {
            Random random = new Random(seed);
            byte[] damaged = whole.clone();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try (ContainerFile container = ContainerFile.openBytes(damaged, OpenOptions.defaults())) {
                for (Entry entry : container.root().listRecursively()) {
                    if (entry.kind() == ObjectKind.DATASET) {
                        container.dataset(entry.path()).read();
                    }
                }
                container.delete("/group");
            } catch (ContainerException expected) {
                assertThat(expected).as(Seeds.name(seed)).hasMessageContaining("container in memory");
            }
        }
    }

    /** An empty container with a superblock of version 0. */
    private byte[] ofTheFirstGeneration() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            long rootAddress = container.root().address();
            container.flush();
            byte[] whole = container.toByteArray();
            byte[] root = Arrays.copyOfRange(whole, (int) rootAddress, whole.length);
            int at = 96;
            SuperblockV0 superblock =
                    SuperblockV0.of(FieldSizes.EIGHT, 0, at + root.length, SymbolTableEntry.hardLink(0, at));
            FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
            superblock.encode(out);
            return out.bytes(root).toByteArray();
        }
    }

    @Test
    void theFirstGenerationIsEditedAndKeepsItsSuperblock() throws IOException {
        Files.write(file, ofTheFirstGeneration());
        try (ContainerFile container = ContainerFile.open(file)) {
            assertThat(Files.readAllBytes(file)[20])
                    .as("before the first change")
                    .isZero();
            container.root().createGroup("first");
            assertThat(Files.readAllBytes(file)[20])
                    .as("open for write, for Fallow only")
                    .isEqualTo((byte) 9);
            container.root().createGroup("group").createDataset("data", new int[] {1, 2, 3});
            assertThat(container.space().findings()).isEmpty();
            assertThat(container.space().untrackedBytes()).isZero();
        }
        byte[] after = Files.readAllBytes(file);
        assertThat(after[8]).as("superblock version").isZero();
        assertThat(after[20]).as("flags").isZero();
        assertThat(ByteBuffer.wrap(after).order(ByteOrder.LITTLE_ENDIAN).getLong(40))
                .as("end of file")
                .isEqualTo(after.length);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/group/data").read()).isEqualTo(new int[] {1, 2, 3});
            assertThat(container.space().findings()).isEmpty();
        }
    }

    @Test
    void aContainerInSeveralFilesIsRefusedByName() throws IOException {
        byte[] whole = ofTheFirstGeneration();
        FieldWriter driver = new FieldWriter(FieldSizes.EIGHT);
        new DriverInfoBlock("NCSAmult", new byte[8]).encode(driver);
        byte[] more = Arrays.copyOf(whole, whole.length + driver.position());
        driver.copyTo(more, whole.length);
        ByteBuffer fields = ByteBuffer.wrap(more).order(ByteOrder.LITTLE_ENDIAN);
        fields.putLong(40, more.length);
        fields.putLong(48, whole.length);
        Files.write(file, more);
        assertThatThrownBy(() -> ContainerFile.openReadOnly(file))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll(file.toString(), "NCSAmult", String.valueOf(whole.length));

        more[whole.length + 8] = 'X'; // of a driver that lies in one file
        Files.write(file, more);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.space().findings()).isEmpty();
            assertThat(container.space().untrackedBytes()).isZero();
        }
    }

    @Test
    void aFileThatExistsIsNotReplacedUnlessAskedFor() throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> ContainerFile.create(file))
                .isInstanceOf(ObjectExistsException.class)
                .hasMessageContaining(file.toString());
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withOverwrite(true))) {
            assertThat(container.root().listRecursively()).isEmpty();
        }
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.space().untrackedBytes()).isZero();
        }
    }

    @Test
    void aFolderThatIsMissingIsSaid() {
        Path nowhere = folder.resolve("no/such/file.h5");
        assertThatThrownBy(() -> ContainerFile.create(nowhere))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(nowhere.toString());
    }

    @Test
    void twoWritersAreKeptApart() {
        try (ContainerFile first = ContainerFile.open(file)) {
            assertThatThrownBy(() -> ContainerFile.open(file))
                    .isInstanceOf(FileInUseException.class)
                    .hasFieldOrPropertyWithValue("reason", FileInUseException.Reason.OPEN_ELSEWHERE);
            first.root().createGroup("changed");
            assertThatThrownBy(() -> ContainerFile.open(file)).isInstanceOf(FileInUseException.class);
            assertThatThrownBy(() -> ContainerFile.openReadOnly(file))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContaining("open for editing in this JVM")
                    .hasFieldOrPropertyWithValue("reason", FileInUseException.Reason.OPEN_HERE)
                    .extracting(e -> ((FileInUseException) e).state())
                    .asString()
                    .endsWith("in this JVM");
            assertThat(first.exists("/group")).isTrue();
        }
        ContainerFile.open(file).close();
    }

    @Test
    void aFileLeftOpenCanBeOpenedWhenAskedFor() throws IOException {
        byte[] leftOpen;
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("changed");
            leftOpen = Files.readAllBytes(file);
        }
        Files.write(file, leftOpen);
        assertRefused(FileInUseException.class, "fallow check --repair FILE", "ignoreWriteFlag");
        ContainerFile.open(file, OpenOptions.defaults().withIgnoreWriteFlag(true))
                .close();
        assertThat(Files.readAllBytes(file)).as("nothing was changed").isEqualTo(leftOpen);
        try (ContainerFile container =
                ContainerFile.open(file, OpenOptions.defaults().withIgnoreWriteFlag(true))) {
            container.root().createGroup("changed");
        }
        ContainerFile.open(file).close();
    }

    @Test
    void namesAndPathsThatDoNotFit() throws IOException {
        byte[] before = Files.readAllBytes(file);
        try (ContainerFile container = ContainerFile.open(file)) {
            Group root = container.root();
            assertThatThrownBy(() -> root.createGroup("group")).isInstanceOf(ObjectExistsException.class);
            assertThatThrownBy(() -> root.createGroup("/")).isInstanceOf(ObjectExistsException.class);
            assertThatThrownBy(() -> root.createGroup("no/such/parent")).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> root.createGroup("group/numbers/x")).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> root.createGroup("x".repeat(70_000))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> root.group("group/numbers")).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> root.dataset("group")).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> root.dataset("nothing"))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContainingAll(file.toString(), "/nothing");
            assertThatThrownBy(() -> root.delete("/")).isInstanceOf(ContainerException.class);
            assertThatThrownBy(() -> root.delete("nothing")).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> root.delete("group/numbers/x")).isInstanceOf(NoSuchObjectException.class);
            assertThatThrownBy(() -> root.group("group").createAttribute("unit", 1))
                    .isInstanceOf(ObjectExistsException.class);
            assertThatThrownBy(() -> root.attribute("nothing")).isInstanceOf(NoSuchObjectException.class);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void valuesThatDoNotFit() throws IOException {
        byte[] before = Files.readAllBytes(file);
        try (ContainerFile container = ContainerFile.open(file)) {
            Dataset numbers = container.dataset("/group/numbers");
            Group root = container.root();
            assertThatThrownBy(() -> numbers.write(new int[4]))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll(file.toString(), "[3]", "[4]");
            assertThatThrownBy(() -> numbers.write(new int[1][3])).isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> numbers.write(new double[] {0.5, 0, 0})).isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> numbers.write(new long[] {1, 2, 1L << 31}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("2147483648");
            assertThatThrownBy(() -> root.createDataset("x", new int[][] {{1}, {1, 2}}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("rectangular");
            assertThatThrownBy(() -> root.createDataset("x", new Object[] {new Object()}))
                    .isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> root.createDataset("x", null, DatasetOptions.defaults()))
                    .isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> root.createDataset(
                            "x",
                            new String[] {"a", null},
                            DatasetOptions.defaults().withStringLength(0)))
                    .isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> root.createDataset("x", FixedPoint.INT64, Long.MAX_VALUE, 2))
                    .isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> root.createDataset("x", FixedPoint.INT64, -1))
                    .isInstanceOf(WrongTypeException.class);
            assertThatThrownBy(() -> root.createDataset("x", FixedPoint.INT64, Long.MAX_VALUE / 8))
                    .isInstanceOf(ContainerException.class);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void readOnlyIsReadOnly() throws IOException {
        byte[] before = Files.readAllBytes(file);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThatThrownBy(() -> container.root().createGroup("x"))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("read-only");
            assertThatThrownBy(() -> container.delete("/group")).hasMessageContaining("read-only");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void handlesOfDeletedObjectsAndClosedContainersSaySo() {
        ContainerFile container = ContainerFile.open(file);
        Dataset numbers = container.dataset("/group/numbers");
        Dataset again = container.dataset("/group/numbers");
        container.delete("/group");
        assertThatThrownBy(numbers::read)
                .isInstanceOf(NoSuchObjectException.class)
                .hasMessageContaining("deleted");
        assertThatThrownBy(again::read).isInstanceOf(NoSuchObjectException.class);
        Dataset other = container.root().createDataset("other", new int[3]);
        assertThatThrownBy(numbers::read).as("its address may be used again").isInstanceOf(NoSuchObjectException.class);
        container.close();
        container.close();
        assertThatThrownBy(other::read).isInstanceOf(ContainerException.class).hasMessageContaining("closed");
        assertThatThrownBy(container::flush).isInstanceOf(ContainerException.class);
    }
}
