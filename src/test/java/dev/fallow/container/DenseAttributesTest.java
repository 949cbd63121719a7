package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.ObjectExistsException;
import dev.fallow.StoredObject;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceAttributes;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Dense attributes, edited by Fallow and libhdf5 in turn: each reads the attributes that the other has written, both
 * switch between compact and dense storage at the same counts, and every byte is accounted for after every session.
 */
@NeedsReference
class DenseAttributesTest {
    private static final String GROUP = "/group";

    @TempDir
    private Path folder;

    private final TreeMap<String, int[]> model = new TreeMap<>();
    private Path path;
    /** The number of bytes that libhdf5 has left untracked. */
    private long lost;

    private void create(AttributeOptions options) {
        path = folder.resolve("dense.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withPersistFreeSpace(true))) {
            file.root().createGroup(GROUP, GroupOptions.defaults().withAttributes(options));
        }
    }

    private static AttributeOptions options(CreationOrder order) {
        return AttributeOptions.defaults().withCreationOrder(order);
    }

    private static String name(int i) {
        return "attribute " + i * 7919L % 1_000_003 + (i % 10 == 0 ? "\u00fc".repeat(i % 90) : "");
    }

    private static int[] numbers(int from, int count) {
        return IntStream.range(from, from + count).toArray();
    }

    private void put(StoredObject object, String name, int[] value) {
        object.putAttribute(name, value);
        model.put(name, value);
    }

    private void put(ReferenceAttributes attributes, String name, int[] value) {
        if (model.containsKey(name)) {
            attributes.delete(name);
        }
        attributes.create(name, ReferenceType.int32(), new long[] {value.length}, value);
        model.put(name, value);
    }

    private void check(String where) throws IOException {
        check(where, true);
    }

    /**
     * Asserts that both read the content of the model. @param ours whether the session was one of Fallow, which must
     * not leave untracked bytes, unlike one of libhdf5
     */
    private void check(String where, boolean ours) throws IOException {
        TreeMap<String, AttributeSnapshot> expected = new TreeMap<>();
        model.forEach((name, value) ->
                expected.put(name, AttributeSnapshot.of(ReferenceType.int32(), new long[] {value.length}, value)));
        assertThat(OurSnapshot.of(path).get(GROUP).attributes()).as(where).isEqualTo(expected);
        assertThat(Snapshot.of(path).get(GROUP).attributes()).as(where).isEqualTo(expected);
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).as(where).isEmpty();
        if (ours) {
            assertThat(report.untrackedBytes()).as(where).isEqualTo(lost);
        }
        lost = report.untrackedBytes();
        assertThat(report.fileBytes()).as(where).isEqualTo(Files.size(path));
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes()).as(where).isEqualTo(report.freeBytes());
        }
    }

    private boolean dense(Path file) {
        try (ReferenceFile reference = ReferenceFile.open(file, false)) {
            return reference.overhead(GROUP).attributesAreDense();
        }
    }

    private long liveBytes() {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.space().liveBytes();
        }
    }

    @ParameterizedTest
    @EnumSource(value = CreationOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "INHERITED")
    void everyNumberOfThemAndBackToNone(CreationOrder order) throws IOException {
        create(options(order));
        long empty = liveBytes();
        Random random = new Random(7);
        int made = 0;
        for (int number : new int[] {1, 8, 9, 10, 60, 500}) {
            try (ContainerFile file = ContainerFile.open(path)) {
                Group group = file.group(GROUP);
                while (model.size() < number) {
                    put(group, name(made), numbers(made, 1 + made % 12));
                    made++;
                }
            }
            check(order + ", grown to " + number);
            assertThat(dense(path)).isEqualTo(number > 8);
        }
        for (int number : new int[] {100, 10, 6, 5, 1, 0}) {
            try (ContainerFile file = ContainerFile.open(path)) {
                Group group = file.group(GROUP);
                List<String> names = new ArrayList<>(model.keySet());
                while (model.size() > number) {
                    String gone = names.remove(random.nextInt(names.size()));
                    group.deleteAttribute(gone);
                    model.remove(gone);
                }
            }
            check(order + ", shrunk to " + number);
            assertThat(dense(path)).isEqualTo(number >= 6);
        }
        // the header still contains the space of the compact attributes
        assertThat(liveBytes()).isBetween(empty, empty + 1_000);
    }

    @ParameterizedTest
    @EnumSource(value = CreationOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "INHERITED")
    void storageChangesWhereItDoesWithLibhdf5(CreationOrder order) throws IOException {
        create(options(order).withPhaseChange(4, 2));
        Path theirs = folder.resolve("theirs.h5");
        Files.copy(path, theirs);
        int made = 0;
        for (int step = 0; step < 50; step++) {
            boolean adding = model.isEmpty() || (step / 10 % 2 == 0 && model.size() < 7);
            String name = adding ? name(made++) : model.firstKey();
            try (ContainerFile file = ContainerFile.open(path);
                    ReferenceFile reference = ReferenceFile.open(theirs, true)) {
                if (adding) {
                    put(reference.attributes(GROUP), name, numbers(step, 3));
                    put(file.group(GROUP), name, numbers(step, 3));
                } else {
                    reference.attributes(GROUP).delete(name);
                    file.group(GROUP).deleteAttribute(name);
                    model.remove(name);
                }
            }
            String where = "%s, step %d, %d attributes".formatted(order, step, model.size());
            check(where);
            assertThat(dense(path)).as(where).isEqualTo(dense(theirs));
        }
    }

    static long[] seeds() {
        return Seeds.range(1, 5);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sessionsInTurn(long seed) throws IOException {
        Random random = new Random(seed);
        CreationOrder order = CreationOrder.values()[(int) (seed % 3)];
        create(options(order));
        int made = 0;
        for (int session = 0; session < 10; session++) {
            boolean ours = session % 2 == 0;
            int goal = random.nextInt(4) == 0 ? random.nextInt(12) : random.nextInt(300);
            int steps = 20 + Math.abs(goal - model.size());
            try (ContainerFile file = ours ? ContainerFile.open(path) : null;
                    ReferenceFile reference = ours ? null : ReferenceFile.open(path, true)) {
                Group group = ours ? file.group(GROUP) : null;
                ReferenceAttributes attributes = ours ? null : reference.attributes(GROUP);
                for (int step = 0; step < steps; step++) {
                    boolean growing = model.isEmpty() || (model.size() < goal) == (random.nextInt(10) > 0);
                    String existing = model.isEmpty() ? null : model.ceilingKey(name(random.nextInt(1_000)));
                    if (growing || existing == null) {
                        int large = random.nextInt(200) == 0 ? 20_000 : random.nextInt(20) == 0 ? 1_500 : 10;
                        int[] value = numbers(made, random.nextInt(large));
                        boolean replacing = random.nextInt(5) == 0 && existing != null;
                        String name = replacing ? existing : name(made++);
                        if (ours) {
                            put(group, name, value);
                        } else {
                            put(attributes, name, value);
                        }
                    } else if (random.nextInt(4) == 0 && (ours || order != CreationOrder.INDEXED)) {
                        String to = name(made++);
                        if (ours) {
                            group.renameAttribute(existing, to);
                        } else {
                            attributes.rename(existing, to);
                        }
                        model.put(to, model.remove(existing));
                    } else {
                        if (ours) {
                            group.deleteAttribute(existing);
                        } else {
                            attributes.delete(existing);
                        }
                        model.remove(existing);
                    }
                }
            }
            check("%s, session %d, %s".formatted(Seeds.name(seed), session, ours ? "ours" : "libhdf5's"), ours);
        }
    }

    /** libhdf5 1.14 loses the record in the creation order index, and then cannot delete the attribute. */
    @Test
    void whatLibhdf5HasRenamedIsReplacedAndDeleted() throws IOException {
        create(options(CreationOrder.INDEXED));
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            for (int i = 0; i < 20; i++) {
                put(file.attributes(GROUP), "a" + i, numbers(i, 2));
            }
            for (int i = 5; i < 8; i++) {
                file.attributes(GROUP).rename("a" + i, "b" + i);
                model.put("b" + i, model.remove("a" + i));
            }
        }
        check("renamed by libhdf5", false);
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group(GROUP);
            put(group, "b5", numbers(100, 5));
            group.renameAttribute("b6", "c6");
            model.put("c6", model.remove("b6"));
            group.deleteAttribute("b7");
            model.remove("b7");
        }
        check("edited by us");
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.attributes(GROUP).delete("b5");
            file.attributes(GROUP).delete("c6");
            model.remove("b5");
            model.remove("c6");
        }
        check("deleted by libhdf5", false);
    }

    @Test
    void oneThatIsTooLongForAHeaderMakesThemDense() throws IOException {
        create(options(CreationOrder.UNTRACKED));
        String large = "large";
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group(GROUP);
            put(group, "first", numbers(0, 4));
            put(group, large, numbers(0, 30_000));
        }
        check("two");
        assertThat(dense(path)).isTrue();
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group(GROUP);
            put(group, "first", numbers(0, 50_000));
            put(group, large, numbers(7, 20));
            assertThatThrownBy(() -> group.createAttribute(large, 1)).isInstanceOf(ObjectExistsException.class);
            assertThatThrownBy(() -> group.renameAttribute(large, "first")).isInstanceOf(ObjectExistsException.class);
            group.renameAttribute(large, "small");
            model.put("small", model.remove(large));
        }
        check("the other way round");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group(GROUP).deleteAttribute("first");
            model.remove("first");
        }
        check("small again");
        assertThat(dense(path)).isFalse();
        try (ContainerFile file = ContainerFile.open(path)) {
            put(file.group(GROUP), "small", numbers(3, 20_000)); // a compact attribute becomes too large for the header
        }
        check("replaced by one too long");
        assertThat(dense(path)).isTrue();
    }

    @Test
    void creationOrderHasAnEnd() throws IOException {
        create(options(CreationOrder.INDEXED));
        try (ContainerFile file = ContainerFile.open(path)) {
            put(file.group(GROUP), "kept", numbers(0, 1));
        }
        byte[] bytes = Files.readAllBytes(path);
        Seals seals = new Seals(bytes);
        String undefined = "ff".repeat(Long.BYTES);
        int at = HexFormat.of().formatHex(bytes).indexOf("0003" + "0100" + undefined + undefined + undefined) / 2;
        bytes[at + 2] = (byte) 0xFE; // as if 65,533 attributes had been created and deleted
        bytes[at + 3] = (byte) 0xFF;
        seals.renew(bytes);
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group(GROUP);
            put(group, "last", numbers(1, 2));
            assertThatThrownBy(() -> group.createAttribute("one more", 1))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("65535");
            put(group, "kept", numbers(5, 2));
        }
        check("at the end");
    }

    @Test
    void objectsAreDeletedWithAllThatTheirAttributesLieIn() throws IOException {
        create(options(CreationOrder.INDEXED));
        try (ReferenceFile file =
                ReferenceFile.open(path, true, ReferenceOptions.persistent().trackCreationOrder(true))) {
            file.createGroup("/theirs");
            for (int i = 0; i < 300; i++) {
                file.attributes("/theirs").create(name(i), ReferenceType.int32(), i);
            }
            file.attributes("/theirs").create("large", ReferenceType.int32(), new long[] {30_000}, numbers(0, 30_000));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < 300; i++) {
                file.group(GROUP).createAttribute(name(i), i);
            }
            file.group(GROUP).createAttribute("large", numbers(0, 30_000));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            long before = file.space().untrackedBytes(); // libhdf5 leaves untracked bytes
            file.root().delete("/theirs");
            file.root().delete(GROUP);
            SpaceReport report = file.space();
            assertThat(report.untrackedBytes()).isEqualTo(before);
            assertThat(report.findings()).isEmpty();
            assertThat(report.liveBytes()).isLessThan(2_000);
        }
        assertThat(Snapshot.of(path)).containsOnlyKeys("/");
    }
}
