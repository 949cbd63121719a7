package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.type.FixedPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Damaged files with correct checksums: an edit that could cause further damage is refused before anything is changed.
 */
class VerificationTest {
    private static final FieldSizes SIZES = FieldSizes.EIGHT;
    private static final int LINKS = 40;

    private static byte[] file(FileFormat format, Consumer<Group> content) {
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format));
        content.accept(file.root());
        file.close();
        return file.toByteArray();
    }

    private static ByteBuffer fields(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the offset of the first occurrence of an 8-byte number at or after an offset. */
    private static int find(byte[] bytes, long number, int from) {
        for (int at = from; at <= bytes.length - Long.BYTES; at++) {
            if (fields(bytes).getLong(at) == number) {
                return at;
            }
        }
        throw new AssertionError("no " + number + " from " + from + " on");
    }

    private static int find(byte[] bytes, String text, int from) {
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text, from);
        assertThat(at).as(text).isNotNegative();
        return at;
    }

    private static long headerOf(byte[] bytes, String path) {
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            return file.root().get(path).address();
        }
    }

    /**
     * Asserts that every edit is refused without changing the file, that reading succeeds, and that a forced edit
     * succeeds.
     */
    private static void assertRefused(byte[] damaged, String... words) {
        try (ContainerFile file =
                ContainerFile.openBytes(damaged.clone(), OpenOptions.defaults().withReadOnly(true))) {
            assertThat(file.space().findings()).as("findings").isNotEmpty();
        }
        ContainerFile file = ContainerFile.openBytes(damaged.clone(), OpenOptions.defaults());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> file.root().createGroup("new"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("the file is damaged")
                    .hasMessageContaining("withEditDamaged")
                    .hasMessageContainingAll(words);
        }
        assertThatThrownBy(() -> file.root().putAttribute("new", 1)).hasMessageContaining("the file is damaged");
        file.close();
        assertThat(file.toByteArray()).as("bytes after a refused change").isEqualTo(damaged);

        ContainerFile forced =
                ContainerFile.openBytes(damaged.clone(), OpenOptions.defaults().withEditDamaged(true));
        assertThatCode(() -> forced.root().putAttribute("new", 1)).doesNotThrowAnyException();
        forced.close();
    }

    @Test
    void elementsOfTwoDatasetsInOnePlace() {
        byte[] bytes = file(FileFormat.LATEST, root -> {
            root.createDataset("a", new int[50]);
            root.createDataset("b", new int[50]);
        });
        Seals seals = new Seals(bytes);
        long a;
        long b;
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            a = file.dataset("a").storageAddress();
            b = file.dataset("b").storageAddress();
        }
        fields(bytes).putLong(find(bytes, b, (int) headerOf(bytes, "b")), a);
        seals.renew(bytes);
        assertRefused(bytes, "200 bytes at address " + a, "elements of /a", "elements of /b");
    }

    @Test
    void aHeaderThatCannotBeRead() {
        byte[] bytes = file(FileFormat.LATEST, root -> root.createGroup("g").createGroup("inner"));
        bytes[(int) headerOf(bytes, "g/inner")] = 'X';
        assertRefused(bytes, "/g/inner", "OHDR");
    }

    /** An insertion would overwrite a link. */
    @Test
    void freeSpaceOfAFractalHeapOverALink() {
        byte[] bytes = file(FileFormat.LATEST, root -> {
            Group many = root.createGroup("many");
            for (int i = 0; i < LINKS; i++) {
                many.createSoftLink("soft " + i, "somewhere");
            }
            many.delete("soft 7");
        });
        Seals seals = new Seals(bytes);
        int at = heapManager(bytes);
        FreeSpaceHeader manager = FreeSpaceHeader.decode(reader(bytes, at, FreeSpaceHeader.length(SIZES)));
        int listAt = (int) manager.listAddress();
        SectionList list = SectionList.decode(reader(bytes, listAt, (int) manager.listUsedSize()), manager, at);
        long[] addresses = new long[list.count()];
        long[] sizes = new long[list.count()];
        byte[] classes = new byte[list.count()];
        byte[][] extras = new byte[list.count()][];
        int moved = -1;
        for (int i = 0; i < list.count(); i++) {
            addresses[i] = list.address(i);
            sizes[i] = list.size(i);
            classes[i] = (byte) list.sectionClass(i);
            extras[i] = list.extra(i);
            if (moved < 0 && list.sectionClass(i) == SectionList.HEAP_SINGLE && list.size(i) < 60) {
                moved = i;
                addresses[i] -= 5;
            }
        }
        assertThat(moved).as("the section that the deleted link left").isNotNegative();
        FieldWriter out = new FieldWriter(SIZES);
        new SectionList(addresses, sizes, classes, extras).encode(out, manager, at);
        System.arraycopy(out.toByteArray(), 0, bytes, listAt, (int) manager.listUsedSize());
        seals.renew(bytes);
        assertRefused(bytes, "/many", "fractal heap", "found a free section of " + sizes[moved] + " bytes");
    }

    private static int heapManager(byte[] bytes) {
        for (int at = find(bytes, "FSHD", 0); ; at = find(bytes, "FSHD", at + 1)) {
            if (bytes[at + 5] == FreeSpaceHeader.FRACTAL_HEAP) {
                return at;
            }
        }
    }

    private static FieldReader reader(byte[] bytes, int from, int length) {
        return FieldReader.of(Arrays.copyOfRange(bytes, from, from + length), SIZES, "test", from);
    }

    /** Two links share one message: deleting one would release the bytes of the other. */
    @Test
    void twoLinksInTheSameBytesOfAFractalHeap() {
        byte[] bytes = file(FileFormat.LATEST, root -> {
            Group many = root.createGroup("many");
            for (int i = 0; i < LINKS; i++) {
                many.createHardLink("hard " + i, "/");
            }
        });
        Seals seals = new Seals(bytes);
        int leaf = find(bytes, "BTLF", 0);
        System.arraycopy(bytes, leaf + 6, bytes, leaf + 6 + 11, 11); // records of 11 bytes: hash and heap ID
        seals.renew(bytes);
        assertRefused(bytes, "/many");
    }

    /**
     * Returns a file with an old-style group whose names fit into the first local heap, so that the file contains no
     * outdated copy of them.
     */
    private static byte[] oldGroup() {
        return file(FileFormat.EARLIEST, root -> {
            Group old = root.createGroup("old");
            for (String name : List.of("aaa-nnn-zzz", "nnn-zzz", "q")) {
                old.createGroup(name);
            }
            old.createSoftLink("soft", "a place");
        });
    }

    /** The names are in order and null-terminated, but one is a suffix of the other. */
    @Test
    void twoNamesInTheSameBytesOfALocalHeap() {
        byte[] bytes = oldGroup();
        int data = localHeapData(bytes);
        int first = find(bytes, "aaa-nnn-zzz", 0) - data;
        int second = find(bytes, "\0nnn-zzz", data) + 1 - data;
        fields(bytes).putLong(entryBehind(bytes, first, second), first + 4);
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(file.group("/old").names()).containsExactly("aaa-nnn-zzz", "nnn-zzz", "q", "soft");
        }
        assertRefused(
                bytes,
                "/old",
                "local heap",
                "offset " + (first + 4),
                "used by two texts or blocks: a text, and a text");
    }

    @Test
    void freeSpaceOfALocalHeapOverAName() {
        byte[] bytes = oldGroup();
        int data = localHeapData(bytes);
        int prefix = find(bytes, data, 0) - 24;
        assertThat(new String(bytes, prefix, 4, StandardCharsets.ISO_8859_1)).isEqualTo("HEAP");
        int name = find(bytes, "aaa-nnn-zzz", 0) - data;
        fields(bytes).putLong(prefix + 16, name); // the head of the free list
        fields(bytes).putLong(data + name, 1); // the last block
        fields(bytes).putLong(data + name + 8, 16);
        assertRefused(bytes, "/old", "local heap");
    }

    /** Returns the offset of the local heap data of the group /old. */
    private static int localHeapData(byte[] bytes) {
        int name = find(bytes, "aaa-nnn-zzz", 0);
        for (int at = find(bytes, "HEAP", 0); ; at = find(bytes, "HEAP", at + 1)) {
            long data = fields(bytes).getLong(at + 24);
            long size = fields(bytes).getLong(at + 8);
            if (data <= name && name < data + size) {
                return (int) data;
            }
        }
    }

    /**
     * Returns the offset of the second entry of the symbol table node whose first two entries have these name offsets.
     */
    private static int entryBehind(byte[] bytes, int firstName, int secondName) {
        for (int at = find(bytes, "SNOD", 0); ; at = find(bytes, "SNOD", at + 1)) {
            if (fields(bytes).getLong(at + 8) == firstName && fields(bytes).getLong(at + 48) == secondName) {
                return at + 48;
            }
        }
    }

    /** The object is preserved, and everything else can be changed. */
    @Test
    void aLinkCountThatIsTooLow() {
        byte[] bytes = file(FileFormat.EARLIEST, root -> {
            root.createDataset("a", new int[] {1, 2, 3});
            root.createHardLink("b", "a");
            root.createDataset("c", new int[] {4});
        });
        int header = (int) headerOf(bytes, "a");
        assertThat(fields(bytes).getInt(header + 4))
                .as("the count in a header of version 1")
                .isEqualTo(2);
        fields(bytes).putInt(header + 4, 1);
        ContainerFile file = ContainerFile.openBytes(bytes, OpenOptions.defaults());
        for (String name : List.of("a", "b")) {
            assertThatThrownBy(() -> file.delete(name))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("object header at address " + header)
                    .hasMessageContaining("expected a link count of at least 2, found 1");
        }
        file.delete("c");
        file.flush();
        file.root().createDataset("new", new int[100]);
        assertThat(file.dataset("a").read()).isEqualTo(new int[] {1, 2, 3});
        file.close();
        try (ContainerFile again = ContainerFile.openBytes(
                file.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            assertThat(again.dataset("b").read()).isEqualTo(new int[] {1, 2, 3});
        }
    }

    /** The space of its header would be reused while a dataset still reads its type from it. */
    @Test
    void aLinkCountOfACommittedDatatypeThatIsTooLow() {
        byte[] bytes = file(FileFormat.EARLIEST, root -> {
            CommittedDatatype type = root.commitDatatype("type", FixedPoint.INT32);
            root.createDataset("used", type, new long[] {1}, new int[] {7}, DatasetOptions.defaults());
        });
        int header = (int) headerOf(bytes, "type");
        assertThat(fields(bytes).getInt(header + 4)).isEqualTo(2);
        fields(bytes).putInt(header + 4, 1);
        try (ContainerFile file = ContainerFile.openBytes(bytes, OpenOptions.defaults())) {
            assertThatThrownBy(() -> file.delete("type")).hasMessageContaining("of at least 2, found 1");
            assertThatThrownBy(() -> file.delete("used")).hasMessageContaining("of at least 2, found 1");
            assertThat(file.dataset("used").read()).isEqualTo(new int[] {7});
        }
    }

    /** A new group would take 5 MiB in a file of less than 1 KiB. */
    @Test
    void nodesOfGroupsOutOfProportion() {
        ContainerFile empty = ContainerFile.createInMemory(
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false));
        empty.close();
        byte[] bytes = empty.toByteArray();
        fields(bytes).putShort(16, (short) 0xFFFF); // group leaf K in a superblock of version 0
        ContainerFile file = ContainerFile.openBytes(bytes, OpenOptions.defaults());
        assertThatThrownBy(() -> file.root().createGroup("new"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("group K values", "65535", "nodes of at most 1048576 bytes, found 5242808");
        file.close();
    }

    /** After an edit that moves messages, the other duplicate would take effect. */
    @Test
    void twoMessagesOfAKindThatAHeaderHasOneOf() {
        byte[] bytes = file(FileFormat.EARLIEST, root -> root.createDataset("d", new int[] {1}));
        int at = (int) headerOf(bytes, "d") + 16; // the first message of a header of version 1
        while (fields(bytes).getShort(at) != 5) { // fill value
            at += 8 + fields(bytes).getShort(at + 2);
        }
        fields(bytes).putShort(at, (short) 3); // datatype
        assertRefused(bytes, "/d", "expected one Datatype, found several");
    }

    @Test
    void aCommittedDatatypeThatIsShared() {
        byte[] bytes = file(FileFormat.EARLIEST, root -> root.commitDatatype("type", FixedPoint.INT32));
        int message = (int) headerOf(bytes, "type") + 16;
        assertThat(fields(bytes).getShort(message)).as("datatype").isEqualTo((short) 3);
        bytes[message + 4] |= 2; // shared
        assertRefused(bytes, "/type", "shared");
    }

    /** The exception has all findings, and its message the first one. */
    @Test
    void allOverlapsAreNamed() {
        byte[] bytes = file(FileFormat.LATEST, root -> {
            for (int i = 0; i < 4; i++) {
                root.createDataset("d" + i, new int[50]);
            }
        });
        Seals seals = new Seals(bytes);
        List<Long> addresses = new ArrayList<>();
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            for (int i = 0; i < 4; i++) {
                addresses.add(file.dataset("d" + i).storageAddress());
            }
        }
        for (int i = 1; i < 4; i += 2) {
            int at = find(bytes, addresses.get(i), (int) headerOf(bytes, "d" + i));
            fields(bytes).putLong(at, addresses.get(i - 1));
        }
        seals.renew(bytes);
        assertRefused(bytes, "/d0", "/d1", "and 1 more");
    }
}
