package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Reference;
import dev.fallow.Types;
import dev.fallow.container.session.Differences;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ReferenceKind;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.type.Array;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Structures that the current libhdf5 does not write but other writers do are preserved, and can be edited. */
@NeedsReference
class OtherWritersTest {
    private static final ReferenceOptions EARLIEST =
            ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);
    private static final ReferenceType TEXT = new ReferenceType.VariableString(StringPadding.NULL_TERMINATED, false);

    @TempDir
    private Path folder;

    private static byte[] stored(Path path, long offset, int length) throws IOException {
        return Arrays.copyOfRange(Files.readAllBytes(path), (int) offset, (int) offset + length);
    }

    private static byte[] words(long... words) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : words) {
            buffer.putInt((int) word);
        }
        return buffer.array();
    }

    /**
     * A null reference remains null. The value that libhdf5 reads is not compared: with addresses of 4 bytes it copies
     * 4-byte elements into memory for 8-byte elements, and leaves the remaining bytes uninitialized.
     */
    @Test
    void nullReferencesWithAddressesOf4Bytes() throws IOException {
        Path path = folder.resolve("narrow.h5");
        long first;
        long second;
        long offset;
        try (ReferenceFile file = ReferenceFile.create(path, EARLIEST.sizes(4, 4))) {
            file.createGroup("/first");
            file.createGroup("/second");
            file.createGroup("/holder");
            first = file.headerAddress("/first");
            second = file.headerAddress("/second");
            ReferenceType type = new ReferenceType.Reference(ReferenceKind.OBJECT, 8);
            List<byte[]> elements = List.of(words(first, 0), words(second, 0), words(0, 0));
            file.createDataset("/references", type, new long[] {3}, elements);
            file.attributes("/holder").create("references", type, new long[] {3}, elements);
            offset = file.offset("/references");
        }
        assertThat(stored(path, offset, 12)).isEqualTo(words(first, 0, second));
        Object[] expected = {new Reference.ToObject(first), null, new Reference.ToObject(second)};
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("references").read()).isEqualTo(expected);
            file.dataset("references").createAttribute("n", 1);
            file.root().get("holder").renameAttribute("references", "renamed");
            file.copy("references", "copy");
            Dataset ours = file.root()
                    .createDataset(
                            "ours",
                            Types.objectReference(),
                            new long[] {2},
                            new Object[] {null, expected[2]},
                            DatasetOptions.defaults());
            assertThat(ours.read()).isEqualTo(new Object[] {null, expected[2]});
            file.root().createDataset("new", new int[1000]);
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("references").read()).isEqualTo(expected);
            assertThat(file.dataset("copy").read()).isEqualTo(expected);
            assertThat(file.root().get("holder").attribute("renamed").read()).isEqualTo(expected);
            assertThat(file.dataset("ours").read()).isEqualTo(new Object[] {null, expected[2]});
            assertThat(file.space().findings()).isEmpty();
        }
        assertThat(stored(path, offset, 12)).isEqualTo(words(first, 0, second));
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(stored(path, file.offset("/ours"), 8)).isEqualTo(words(0, second));
            assertThat(stored(path, file.offset("/copy"), 12)).isEqualTo(words(first, 0, second));
        }
    }

    /** Replaces all occurrences of a byte sequence in a file, and returns their number. */
    private static int replace(Path path, byte[] from, byte[] to) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        int count = 0;
        for (int at = 0; at + from.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + from.length, from, 0, from.length)) {
                System.arraycopy(to, 0, bytes, at, to.length);
                count++;
            }
        }
        Files.write(path, bytes);
        return count;
    }

    /** Early versions of PyTables wrote array datatypes with version 1, which libhdf5 reads as version 2. */
    @Test
    void arraysOfVersion1() throws IOException {
        Path path = folder.resolve("arrays.h5");
        ReferenceType type = ReferenceType.ArrayType.of(ReferenceType.int32(), 2, 3);
        List<Object> elements = List.of(List.of(1, 2, 3, 4, 5, 6), List.of(7, 8, 9, 10, 11, 12));
        try (ReferenceFile file = ReferenceFile.create(path, EARLIEST)) {
            file.createDataset("/d", type, new long[] {2}, elements);
            file.attributes("/d").create("a", type, new long[] {2}, elements);
            file.attributes("/d").create("b", type, new long[] {2}, elements);
            file.commitType("/type", type);
        }
        SortedMap<String, ObjectSnapshot> before = Snapshot.of(path);
        byte[] version2 = {0x2A, 0, 0, 0, 24, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
        byte[] version1 = version2.clone();
        version1[0] = 0x1A;
        assertThat(replace(path, version2, version1)).isEqualTo(4);
        Differences.none("version 1", Snapshot.of(path), before);
        int[][][] value = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
        int[][][] other = {value[1], value[0]};
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("d");
            assertThat(dataset.datatype())
                    .isInstanceOfSatisfying(
                            Array.class, array -> assertThat(array.version()).isEqualTo(1));
            assertThat(dataset.read()).isEqualTo(value);
            assertThat(dataset.attribute("a").read()).isEqualTo(value);
            dataset.renameAttribute("a", "c");
            dataset.deleteAttribute("b");
            file.copy("d", "copy");
            file.root().createDataset("like it", dataset.datatype(), new long[] {2}, other, DatasetOptions.defaults());
            dataset.write(other);
            assertThat(file.space().findings()).isEmpty();
        }
        SortedMap<String, ObjectSnapshot> after = new TreeMap<>(Snapshot.of(path));
        assertThat(after.get("/d").type()).isEqualTo(before.get("/d").type());
        assertThat(after.get("/copy").values()).isEqualTo(before.get("/d").values());
        assertThat(after.get("/like it").values()).isEqualTo(after.get("/d").values());
        assertThat(after.get("/d").attributes().get("c"))
                .isEqualTo(before.get("/d").attributes().get("a"));
        assertThat(after.get("/type")).isEqualTo(before.get("/type"));
    }

    /** Removes the free space from the only collection of a file, as in files of write-once programs. */
    private static void shrinkCollection(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        int start = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("GCOL");
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = start + 16;
        while (buffer.getShort(at) != 0) {
            at += 16 + (int) (buffer.getLong(at + 8) + 7) / 8 * 8;
        }
        buffer.putLong(start + 8, at - start);
        Arrays.fill(bytes, at, start + 4096, (byte) 0xAA);
        Files.write(path, bytes);
    }

    /** libhdf5 reads such collections up to version 1.12. New objects are written where every version can read them. */
    @Test
    void smallCollectionsOfTheGlobalHeap() throws IOException {
        Path path = folder.resolve("small.h5");
        String[] strings = {"first", "", "a third one"};
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createDataset("/strings", TEXT, new long[] {3}, strings);
            file.createDataset("/others", TEXT, new long[] {3}, strings);
        }
        shrinkCollection(path);
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThatThrownBy(() -> file.read("/strings"))
                    .isInstanceOf(ReferenceException.class)
                    .hasMessageContaining("global heap size is too small");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("strings").read()).isEqualTo(strings);
            assertThat(file.space().findings()).isEmpty();
            file.delete("others"); // there is free space now
            file.root().createAttribute("new", new String[] {"text", "more text"});
            file.copy("strings", "copy");
            assertThat(file.dataset("strings").read()).isEqualTo(strings);
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.attributes("/").read("new")).isEqualTo(new String[] {"text", "more text"});
            assertThat(file.read("/copy")).isEqualTo(strings);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.dataset("strings").write(new String[] {"1", "2", "3"});
            file.reclaimUntracked();
            assertThat(file.space().untrackedBytes()).isZero();
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.read("/strings")).isEqualTo(new String[] {"1", "2", "3"});
        }
    }
}
