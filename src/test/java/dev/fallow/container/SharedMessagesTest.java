package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageIndexes.Index;
import dev.fallow.format.message.SharedMessageList;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose objects share messages: datatypes, dataspaces, fill values and whole attributes. */
@NeedsReference
class SharedMessagesTest {
    @TempDir
    private Path folder;

    private Path create(ReferenceOptions options, int objects) {
        Path path = folder.resolve("shared.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/many");
            for (int i = 0; i < objects; i++) {
                String dataset = "/d" + i;
                int[] value = IntStream.range(0, 3 + i % 2).toArray();
                file.createDataset(dataset, ReferenceType.int32(), new long[] {value.length}, value);
                for (int j = 0; j < 3; j++) {
                    file.attributes(dataset).create("same for all " + j, ReferenceType.fixedString(20), "v" + j);
                }
                file.attributes(dataset).create("its own", ReferenceType.float64(), (double) i);
            }
            for (int i = 0; i < 40; i++) {
                file.attributes("/many").create("attribute " + i, ReferenceType.int32(), i / 2);
            }
            file.attributes("/many").create("same for all 1", ReferenceType.fixedString(20), "v1");
        }
        return path;
    }

    @ParameterizedTest
    @CsvSource({"5000, false", "5000, true", "6, false", "0, true"})
    void areReadAndAccountedFor(int mostInList, boolean ordered) throws IOException {
        ReferenceOptions options =
                ReferenceOptions.persistent().shareMessages(mostInList).trackCreationOrder(ordered);
        Path path = create(options, 30);
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(32);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.group("/many").attributeNames()).hasSize(41);
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untracked()).isEmpty();
            assertThat(report.fileBytes()).isEqualTo(Files.size(path));
        }
    }

    /** Chunked datasets whose filter pipeline, fill value, datatype and dataspace are in the table. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 0})
    void ofChunkedDatasets(int mostInList) throws IOException {
        Path path = folder.resolve("shared.h5");
        long[] sizes = {10, 12};
        int[] value = IntStream.range(0, 120).toArray();
        try (ReferenceFile file =
                ReferenceFile.create(path, ReferenceOptions.persistent().shareMessages(mostInList))) {
            for (int i = 0; i < 4; i++) {
                long[] most = {-1, i % 2 == 0 ? 12 : -1};
                file.createChunkedDataset(
                        "/c" + i, ReferenceType.int32(), sizes, most, new long[] {4, 5}, true, false, value);
                file.createFilledDataset("/f" + i, ReferenceType.int32(), new long[] {10}, new long[] {3}, false, 7);
            }
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (int i = 0; i < 4; i++) {
                int[][] rows = (int[][]) file.dataset("/c" + i).read();
                assertThat(Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray())
                        .containsExactly(value);
                assertThat((int[][]) file.dataset("/c" + i).read(Selection.block(new long[] {3, 4}, new long[] {2, 2})))
                        .isDeepEqualTo(new int[][] {{40, 41}, {52, 53}});
                assertThat((int[]) file.dataset("/f" + i).read())
                        .containsOnly(7)
                        .hasSize(10);
            }
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untracked()).isEmpty();
        }
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(9);
    }

    /** The indexes of the table: attributes, and everything else. */
    private static List<Index> indexes(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("SMTB");
        int length = SharedMessageIndexes.length(FieldSizes.EIGHT, 2);
        return SharedMessageIndexes.decode(FieldReader.of(bytes, at, at + length, FieldSizes.EIGHT, "SMTB", at), 2)
                .indexes();
    }

    private static void check(Path path, String where) throws IOException {
        assertThat(OurSnapshot.of(path)).as(where).isEqualTo(Snapshot.of(path));
        SpaceChecks.check(path, where);
    }

    /** In lists, in B-trees, and in B-trees that become lists when messages are removed. */
    @ParameterizedTest
    @CsvSource({"5000, false", "5000, true", "0, false", "0, true", "80, false", "80, true", "6, true"})
    void areReleased(int mostInList, boolean ordered) throws IOException {
        ReferenceOptions options =
                ReferenceOptions.persistent().shareMessages(mostInList).trackCreationOrder(ordered);
        Path path = create(options, 60);
        int all = indexes(path).get(0).count();
        OpenOptions ours = ordered ? OpenOptions.defaults().withCacheBytes(0) : OpenOptions.defaults();
        try (ContainerFile file = ContainerFile.open(path, ours)) {
            for (int i = 0; i < 60; i++) {
                switch (i % 6) {
                    case 0 -> file.delete("/d" + i);
                    case 1 -> file.dataset("/d" + i).deleteAttribute("same for all 0");
                    case 2 -> file.dataset("/d" + i).putAttribute("same for all 1", "another value");
                    case 3 -> file.dataset("/d" + i).renameAttribute("same for all 2", "another name");
                    case 4 -> file.dataset("/d" + i).renameAttribute("its own", "mine");
                    default -> file.dataset("/d" + i).write(new int[3 + i % 2]);
                }
            }
            for (int i = 1; i < 60; i += 6) { // their changed headers have been evicted
                file.dataset("/d" + i).putAttribute("its own", -i);
            }
            file.copy("/d7", "/copy");
            for (int i = 0; i < 36; i++) {
                file.group("/many").deleteAttribute("attribute " + i); // the others become compact
            }
            file.dataset("/d9").createAttribute("long", new double[10_000]); // all become dense
            file.dataset("/d9").deleteAttribute("its own");
        }
        check(path, "edited by us");
        assertThat(indexes(path).get(0).count()).as("messages of 80 before").isBetween(1, all - 50);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            for (int i = 0; i < 10; i++) {
                file.attributes("/d" + (6 * i + 3)).create("same for all 4", ReferenceType.fixedString(20), "v4");
                file.attributes("/d" + (6 * i + 1)).delete("same for all 1");
                file.delete("/d" + (6 * i + 5));
            }
            file.attributes("/copy").create("same for all 4", ReferenceType.fixedString(20), "v4");
            file.delete("/d7");
        }
        check(path, "edited by libhdf5");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().names().forEach(file::delete);
        }
        check(path, "emptied by us");
        for (Index index : indexes(path)) {
            assertThat(index.count()).isZero();
            assertThat(index.indexAddress()).isEqualTo(Addresses.UNDEFINED);
            assertThat(index.heapAddress()).isEqualTo(Addresses.UNDEFINED);
        }
        assertThat(Files.size(path)).isLessThan(4096);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            for (int i = 0; i < 8; i++) {
                file.createDataset("/new" + i, ReferenceType.int32(), new long[] {3}, new int[] {i, 2, 3});
            }
        }
        check(path, "used again by libhdf5");
    }

    /** libhdf5 releases what we have left, until nothing is left. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 0, 80})
    void theRestIsReleasedByTheReference(int mostInList) throws IOException {
        ReferenceOptions options = ReferenceOptions.persistent().shareMessages(mostInList);
        Path path = create(options, 30);
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < 30; i += 2) {
                file.dataset("/d" + i).putAttribute("same for all 0", "own");
                file.dataset("/d" + i).renameAttribute("same for all 1", "other name");
                file.delete("/d" + (i + 1));
            }
            file.copy("/many", "/more");
            file.copy("/d0", "/e0");
        }
        check(path, "edited by us");
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            for (int i = 0; i < 30; i += 2) {
                file.delete("/d" + i);
            }
            file.delete("/many");
            file.delete("/more");
            file.delete("/e0");
        }
        check(path, "emptied by libhdf5");
        assertThat(indexes(path)).allSatisfy(index -> assertThat(index.count()).isZero());
    }

    /** An index that is a B-tree becomes a list when few messages are left. */
    @Test
    void aTreeBecomesAList() throws IOException {
        ReferenceOptions options = ReferenceOptions.persistent().shareMessages(50);
        Path path = create(options, 60);
        assertThat(indexes(path).get(0).btree()).isTrue();
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/many");
            for (int i = 10; i < 60; i++) {
                file.delete("/d" + i);
            }
        }
        check(path, "edited by us");
        assertThat(indexes(path).get(0).btree()).isFalse();
        assertThat(indexes(path).get(0).count()).isEqualTo(13);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.createGroup("/new");
            file.attributes("/new").create("same for all 1", ReferenceType.fixedString(20), "v1");
            file.attributes("/new").create("another", ReferenceType.fixedString(20), "v1");
        }
        check(path, "edited by libhdf5");
        assertThat(indexes(path).get(0).count()).isEqualTo(14);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.delete("/new");
            for (int i = 0; i < 10; i++) {
                file.delete("/d" + i);
            }
        }
        check(path, "emptied by libhdf5");
        assertThat(indexes(path)).allSatisfy(index -> assertThat(index.count()).isZero());
    }

    /** A dataset that is resized gets a dataspace of its own. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 0, 10})
    void aDataspaceIsReplaced(int mostInList) throws IOException {
        Path path = folder.resolve("shared.h5");
        ReferenceOptions options = ReferenceOptions.persistent().shareMessages(mostInList);
        int[] value = IntStream.range(0, 120).toArray();
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (int i = 0; i < 6; i++) {
                file.createChunkedDataset(
                        "/c" + i,
                        ReferenceType.int32(),
                        new long[] {10, 12},
                        new long[] {-1, 12},
                        new long[] {4, 5},
                        true,
                        false,
                        value);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.dataset("/c0").resize(7, 12); // its own header has the dataspace that the others share
            file.dataset("/c1").resize(13, 12);
            file.dataset("/c2").append(new int[2][12]);
            file.delete("/c3");
            file.copy("/c4", "/copy");
        }
        check(path, "edited by us");
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.resize("/c1", new long[] {3, 12});
            file.delete(
                    "/c4"); // it cannot be resized: libhdf5 damages the header of a dataset that shares its dataspace
            file.delete("/c0");
            file.delete("/copy");
        }
        check(path, "edited by libhdf5");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().names().forEach(file::delete);
        }
        check(path, "emptied by us");
        assertThat(indexes(path)).allSatisfy(index -> assertThat(index.count()).isZero());
    }

    /** Dense attributes that are rebuilt on closing stay shared. */
    @ParameterizedTest
    @CsvSource({"5000, false", "0, true"})
    void areRepacked(int mostInList, boolean ordered) throws IOException {
        ReferenceOptions options =
                ReferenceOptions.persistent().shareMessages(mostInList).trackCreationOrder(ordered);
        long[] lengths = new long[2];
        for (int repacking = 0; repacking < 2; repacking++) {
            Path path = create(options, 10);
            int all = indexes(path).get(0).count();
            try (ContainerFile file =
                    ContainerFile.open(path, OpenOptions.defaults().withRepacking(repacking == 1))) {
                Group many = file.group("/many");
                for (int i = 0; i < 400; i++) {
                    many.createAttribute("ours " + i, new double[100]);
                }
                for (int i = 0; i < 400; i++) {
                    if (i % 40 != 0) {
                        many.deleteAttribute("ours " + i);
                    }
                }
            }
            check(path, "edited by us");
            assertThat(indexes(path).get(0).count()).isEqualTo(all);
            lengths[repacking] = Files.size(path);
            Files.delete(path);
        }
        assertThat(lengths[1]).as("length after repacking").isLessThan(lengths[0]);
    }

    /** Attributes in the table that have a committed datatype: it is deleted with the last of its users. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 0})
    void attributesOfACommittedDatatype(int mostInList) throws IOException {
        Path path = folder.resolve("shared.h5");
        ReferenceOptions options = ReferenceOptions.persistent().shareMessages(mostInList);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.commitType("/type", ReferenceType.float64());
            for (int i = 0; i < 5; i++) {
                file.createGroup("/g" + i);
                file.attributes("/g" + i).createOfType("same", "/type", new long[] {2}, new double[] {1, 2});
            }
        }
        SpaceChecks.check(path, "created");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/type");
            file.delete("/g0");
            file.group("/g1").deleteAttribute("same");
            file.group("/g2").renameAttribute("same", "renamed");
            file.group("/g3").putAttribute("same", 7);
            file.copy("/g4", "/copy");
        }
        check(path, "edited by us");
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat((double[]) file.attributes("/g2").read("renamed")).containsExactly(1, 2);
            assertThat((double[]) file.attributes("/copy").read("same")).containsExactly(1, 2);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().names().forEach(file::delete);
        }
        check(path, "emptied by us");
        assertThat(Files.size(path)).isLessThan(4096);
    }

    /** A copy in a file without a table shares nothing, so that libhdf5 can delete it. */
    @Test
    void areCopiedInFull() throws IOException {
        Path path = create(ReferenceOptions.persistent().shareMessages(10), 3);
        Path target = folder.resolve("target.h5");
        try (ContainerFile file = ContainerFile.openReadOnly(path);
                ContainerFile copy = ContainerFile.create(target)) {
            file.root().names().forEach(name -> file.copyTo(copy, name, name));
        }
        assertThat(OurSnapshot.of(target)).isEqualTo(OurSnapshot.of(path));
        check(target, "copied");
        try (ReferenceFile file = ReferenceFile.open(target, true)) {
            file.delete("/d0");
            file.delete("/many");
        }
        check(target, "deleted by libhdf5");
    }

    /** A message with more users than the table counts would be removed before its last user. */
    @Test
    void aCountThatIsTooLow() throws IOException {
        Path path = create(ReferenceOptions.persistent().shareMessages(100), 3);
        byte[] bytes = Files.readAllBytes(path);
        Index index = indexes(path).get(0);
        int at = (int) index.indexAddress();
        SharedMessageList list =
                SharedMessageList.decode(FieldReader.of(bytes, at, bytes.length, FieldSizes.EIGHT, "SMLI", at), index);
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        new SharedMessageList(list.records().stream()
                        .map(record -> SharedMessageRecord.inHeap(record.hash(), 1, record.heapId()))
                        .toList())
                .encode(out, index.listMax());
        System.arraycopy(out.toByteArray(), 0, bytes, at, out.position());
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThatThrownBy(() -> file.delete("/d0"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll(path.toString(), "shared message", "expected at least 3 users", "found 1");
            assertThat(file.space().findings()).isNotEmpty();
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
    }

    @Test
    void aTableThatIsDamaged() throws IOException {
        Path path = create(ReferenceOptions.persistent().shareMessages(10), 3);
        byte[] bytes = Files.readAllBytes(path);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("SMTB");
        bytes[at + 30]++;
        Files.write(path, bytes);
        assertThatThrownBy(() -> ContainerFile.openReadOnly(path))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("shared object header message table", "checksum");
    }
}
