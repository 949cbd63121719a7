package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes that are put in one change: all or none, in the order of the map. */
class AttributesTogetherTest {
    private static final CreateOptions TRACKED = CreateOptions.defaults()
            .withRootGroup(GroupOptions.defaults()
                    .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED)));

    @TempDir
    private Path folder;

    /** Numbers, and strings, which are in the global heap. */
    private static Map<String, Object> values(int count, String text) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = count; i > 0; i--) {
            values.put("a" + i, i % 2 == 0 ? (Object) i : text + i);
        }
        return values;
    }

    private static List<String> names(Map<String, Object> values) {
        return new ArrayList<>(values.keySet());
    }

    /** Compact ones, those that become dense on the way, and more than one block of an index has. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 9, 40, 3000})
    void allAreAddedInTheOrderOfTheMap(int count) {
        Map<String, Object> values = values(count, "text");
        Path path = folder.resolve("a.h5");
        try (ContainerFile file = ContainerFile.create(path, TRACKED)) {
            file.root().createAttribute("first", 1);
            file.root().putAttributes(values);
            assertThat(file.check().isSound()).isTrue();
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            List<String> expected = names(values);
            expected.add(0, "first");
            assertThat(file.root().attributeNames(LinkOrder.CREATION)).isEqualTo(expected);
            values.put("first", 1);
            assertThat(file.root().attributeValues()).isEqualTo(values);
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void someAreReplacedAndOthersAdded(FileFormat format) {
        try (ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format))) {
            Dataset dataset = file.root().createDataset("d", 1);
            dataset.putAttributes(values(5, "old"));
            dataset.putAttributes(values(20, "a longer text that moves the others"));
            dataset.putAttributes(Map.of("a1", new double[3], "a3", "x"));
            assertThat(dataset.attributeNames()).hasSize(20);
            assertThat(dataset.attribute("a5").read()).isEqualTo("a longer text that moves the others5");
            assertThat(dataset.attribute("a1").read()).isEqualTo(new double[3]);
            assertThat(dataset.attribute("a3").read(String.class)).isEqualTo("x");
            assertThat(file.check().isSound()).isTrue();
            file.flush();
            assertThat(file.check().isSound()).isTrue();
        }
    }

    /** The last value, or a name, cannot be stored: not a byte is changed, and the message names which. */
    @Test
    void allAreRefusedIfOneIs() {
        try (ContainerFile file = ContainerFile.createInMemory(TRACKED)) {
            Group group = file.root().createGroup("g");
            group.putAttributes(values(6, "x"));
            file.flush();
            byte[] before = file.toByteArray();
            Map<String, Object> bad = values(12, "y");
            bad.put("wrong", new Object());
            refused(group, bad, WrongTypeException.class, "container in memory: /g, attribute wrong");
            bad.put("wrong", null);
            refused(group, bad, WrongTypeException.class, "attribute wrong: expected a value, found null");
            bad.put("wrong", List.of());
            refused(group, bad, WrongTypeException.class, "attribute wrong: an empty list");
            bad.remove("wrong");
            bad.put("", 1);
            refused(group, bad, IllegalArgumentException.class, "a name must have 1 to");
            file.flush();
            assertThat(file.toByteArray()).isEqualTo(before);
            assertThatThrownBy(() -> group.putAttributes(Collections.singletonMap(null, 1)))
                    .isInstanceOf(NullPointerException.class);
        }
    }

    private static void refused(
            Group group, Map<String, Object> values, Class<? extends Exception> type, String message) {
        assertThatThrownBy(() -> group.putAttributes(values)).isInstanceOf(type).hasMessageContaining(message);
        assertThat(group.attributeNames()).hasSize(6);
    }

    /** An old object header has no other place for an attribute: the second one is too long for it. */
    @Test
    void oneThatIsTooLongForAnOldHeaderIsRefusedWithAll() {
        CreateOptions old = CreateOptions.defaults().withFormat(FileFormat.EARLIEST);
        try (ContainerFile file = ContainerFile.createInMemory(old)) {
            Dataset dataset = file.root().createDataset("d", 1);
            file.flush();
            byte[] before = file.toByteArray();
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("short", 1);
            values.put("long", new long[9000]);
            assertThatThrownBy(() -> dataset.putAttributes(values))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("/d: attribute long needs", "there is room for");
            file.flush();
            assertThat(file.toByteArray()).isEqualTo(before);
        }
    }

    /** There are 65,535 creation orders, which are not given twice: with two left, three attributes are refused, and two are not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void creationOrdersSufficeForAllOrNone(int maxCompact) {
        AttributeOptions tracked = AttributeOptions.defaults()
                .withCreationOrder(CreationOrder.TRACKED)
                .withPhaseChange(maxCompact, 0);
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group group = file.root().createGroup("g", GroupOptions.defaults().withAttributes(tracked));
            group.createAttribute("first", 0);
            for (int i = 1; i < 0xFFFF - 2; i++) {
                group.createAttribute("other", i);
                group.deleteAttribute("other");
            }
            assertThatThrownBy(() -> group.putAttributes(values(3, "x")))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContainingAll("/g: expected a creation order of less than 65535", "found 65535");
            assertThat(group.attributeNames()).containsExactly("first");
            group.putAttributes(values(2, "x"));
            assertThat(group.attributeNames(LinkOrder.CREATION)).containsExactly("first", "a2", "a1");
        }
    }

    @Test
    void moreThanAnOldHeaderHasRoomForAreRefused() {
        CreateOptions old = CreateOptions.defaults().withFormat(FileFormat.EARLIEST);
        try (ContainerFile file = ContainerFile.createInMemory(old)) {
            Dataset dataset = file.root().createDataset("d", 1);
            assertThatThrownBy(() -> dataset.putAttributes(values(66_000, "x")))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("messages, and 66000 are to be added, the maximum is 65535");
            assertThat(dataset.attributeNames()).isEmpty();
        }
    }
}
