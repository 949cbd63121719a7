package dev.fallow.container.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.Entry;
import dev.fallow.OpenOptions;
import dev.fallow.container.Seals;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links that are inconsistent with the structures that contain them. */
@NeedsReference
class DamagedLinksTest {
    private static final int LINKS = 20;
    private static final ReferenceOptions EARLIEST =
            ReferenceOptions.defaults().bounds(FormatBound.EARLIEST, FormatBound.LATEST);

    @TempDir
    private Path folder;

    private byte[] write(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("links.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (String group : List.of("/one", "/two")) {
                file.createGroup(group);
                for (int i = 10; i < 10 + LINKS; i++) {
                    file.createSoftLink("nowhere", group + "/" + group.charAt(1) + "-name-" + i);
                }
            }
        }
        return Files.readAllBytes(path);
    }

    private static int find(byte[] bytes, String text, int from) {
        byte[] wanted = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = from; at <= bytes.length - wanted.length; at++) {
            if (java.util.Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("no " + text + " from " + from + " on");
    }

    private static void put(byte[] bytes, int at, String text) {
        byte[] other = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(other, 0, bytes, at, other.length);
    }

    private static void assertRefused(byte[] damaged, String... words) {
        try (ContainerFile file =
                ContainerFile.openBytes(damaged, OpenOptions.defaults().withReadOnly(true))) {
            assertThatThrownBy(() -> file.group("/one").names())
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll(words);
            assertThat(file.group("/two").names()).hasSize(LINKS);
            List<Entry> entries = file.root().listRecursively();
            assertThat(entries).hasSize(2 + LINKS);
            assertThat(entries.get(0).problem().orElseThrow()).contains(words);
            assertThat(file.space().findings()).singleElement().asString().contains(words);
        }
    }

    @Test
    void oldNamesThatDoNotAscend() throws IOException {
        byte[] bytes = write(EARLIEST);
        put(bytes, find(bytes, "o-name-15", 0), "o-name-99");
        assertRefused(bytes, "ascend", "o-name-16", "o-name-99");
    }

    @Test
    void oldNamesThatAreTwice() throws IOException {
        byte[] bytes = write(EARLIEST);
        put(bytes, find(bytes, "o-name-15", 0), "o-name-14");
        assertRefused(bytes, "ascend", "o-name-14");
    }

    @Test
    void denseNamesWithAnotherHash() throws IOException {
        byte[] bytes = write(ReferenceOptions.persistent());
        Seals seals = new Seals(bytes);
        put(bytes, find(bytes, "o-name-15", find(bytes, "FHDB", 0)), "o-name-99");
        seals.renew(bytes);
        assertRefused(bytes, "hash", "o-name-99");
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(file.exists("/one/o-name-99")).isFalse();
            assertThat(file.exists("/one/o-name-15")).isFalse();
        }
    }

    /** The link to the second group refers to the symbol table of the first. */
    @Test
    void twoGroupsWithTheSameLinks() throws IOException {
        byte[] bytes = write(EARLIEST);
        ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            int[] tables = new int[2];
            List<String> groups = List.of("/one", "/two");
            for (int i = 0; i < 2; i++) {
                int at = (int) file.group(groups.get(i)).address();
                while (fields.getShort(at) != 0x11 || fields.getShort(at + 2) != 16) {
                    at += 8;
                }
                tables[i] = at + 8;
            }
            fields.putLong(tables[1], fields.getLong(tables[0]));
            fields.putLong(tables[1] + 8, fields.getLong(tables[0] + 8));
        }
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            List<Entry> entries = file.root().listRecursively();
            assertThat(entries).hasSize(2 + LINKS);
            assertThat(entries.get(1 + LINKS).problem().orElseThrow()).contains("belong to two groups");
            assertThat(file.space().findings()).singleElement().asString().contains("belongs to two", "/one", "/two");
        }
    }
}
