package dev.fallow.container.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.StorageLayout;
import dev.fallow.StoredObject;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elements and attributes of files by other software can be written back as they were read. */
class WrittenBackTest {
    private static final List<ObjectKind> OBJECTS = List.of(ObjectKind.GROUP, ObjectKind.DATASET, ObjectKind.DATATYPE);

    @TempDir
    private Path folder;

    private int datasets;
    private int attributes;
    private final List<String> refusals = new ArrayList<>();

    private void writeBack(Path original) throws IOException {
        byte[] content = Files.readAllBytes(original);
        OpenOptions options = OpenOptions.defaults().withIgnoreWriteFlag(true);
        try (ContainerFile file = ContainerFile.openBytes(content, options)) {
            writeBack(original, "/", file.root());
            for (Entry entry : file.root().listRecursively()) {
                if (OBJECTS.contains(entry.kind())) {
                    writeBack(original, entry.path(), file.root().get(entry.path()));
                }
            }
            assertThat(file.space().findings()).as("%s", original).isEmpty();
        }
    }

    private void writeBack(Path file, String path, StoredObject object) {
        if (object instanceof Dataset dataset && dataset.layout() != StorageLayout.VIRTUAL) {
            attempt(file, path, () -> {
                Object value = dataset.read();
                if (value != null) {
                    dataset.write(value);
                    requireSame(dataset.read(), value);
                    datasets++;
                }
            });
        }
        for (String name : object.attributeNames()) {
            Attribute attribute = object.attribute(name);
            Object value = attribute.read();
            attempt(file, path + "@" + name, () -> {
                object.putAttribute(name, attribute.datatype(), attribute.dimensions(), value);
                requireSame(object.attribute(name).read(), value);
            });
            attributes++;
        }
    }

    private static void requireSame(Object found, Object expected) {
        assertThat(text(found)).isEqualTo(text(expected));
    }

    /** A value with all its parts. */
    private static String text(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream()
                    .map(member -> member.getKey() + "=" + text(member.getValue()))
                    .toList()
                    .toString();
        } else if (value instanceof Object[] elements) {
            return Arrays.stream(elements).map(WrittenBackTest::text).toList().toString();
        }
        String deep = Arrays.deepToString(new Object[] {value});
        return deep.substring(1, deep.length() - 1);
    }

    private void attempt(Path file, String what, Runnable write) {
        try {
            write.run();
        } catch (UnsupportedFeatureException | TooLargeException e) {
            // other tests require what is read; some filters only decode
        } catch (ContainerException e) {
            refusals.add(file.getFileName() + " " + what + ": " + e.getMessage());
        }
    }

    /** A character of one byte fills its element. */
    @Test
    void theCharactersOfNetcdf() throws IOException {
        Path original = Corpus.finding("second-round/netcdf-char.nc");
        writeBack(original);
        assertThat(refusals).isEmpty();
        assertThat(datasets).isEqualTo(2);
        try (ContainerFile file = ContainerFile.openBytes(Files.readAllBytes(original), OpenOptions.defaults())) {
            Dataset characters = file.dataset("c");
            byte[] stored = characters.read(RawElements.class).bytes();
            assertThat(stored).isEqualTo(new byte[] {'a', 0, 'c', 'd'});
            characters.write(characters.read());
            assertThat(characters.read(RawElements.class).bytes()).isEqualTo(stored);
        }
    }

    @Test
    void everyValueOfTheCorpus() throws IOException {
        for (Path original : Corpus.files()) {
            writeBack(original);
        }
        assertThat(refusals).isEmpty();
        assertThat(datasets).isGreaterThan(300);
        assertThat(attributes).isGreaterThan(300);
    }

    /** libhdf5 reads what Fallow wrote into null-terminated types, alone and in a compound, up to the last byte. */
    @Test
    @NeedsReference
    void libhdf5ReadsFullStrings() throws IOException {
        Path path = folder.resolve("full.h5");
        ReferenceType three = new FixedString(3, StringPadding.NULL_TERMINATED, true);
        Compound row =
                new Compound(7, List.of(new Member("name", 0, three), new Member("id", 3, ReferenceType.int32())));
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            file.createDataset("/d", three, new long[] {3}, new String[] {"a", "", "bc"});
            file.createDataset("/t", row, new long[] {1}, List.of(Map.of("name", "a", "id", 1)));
            file.attributes("/d").create("a", three, new long[] {1}, new String[] {"x"});
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            Dataset dataset = file.dataset("d");
            dataset.write(new String[] {"abc", "ü1", "x"});
            file.dataset("t").write(new Object[] {Map.of("name", "xyz", "id", 2)});
            Datatype type = dataset.attribute("a").datatype();
            dataset.putAttribute("a", type, new long[] {1}, new String[] {"end"});
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.read("/d")).isEqualTo(new String[] {"abc", "ü1", "x"});
            assertThat(file.attributes("/d").read("a")).isEqualTo(new String[] {"end"});
            assertThat((Object[]) file.read("/t")).containsExactly(Map.of("name", "xyz", "id", 2L));
        }
    }
}
