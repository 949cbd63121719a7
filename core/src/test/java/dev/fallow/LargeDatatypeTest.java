package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The length of a message in an object header has 16 bits; what does not fit is refused, and nothing is changed. */
class LargeDatatypeTest {
    private static Datatype members(int count) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            members.put("x".repeat(300) + i, Types.integer(1));
        }
        return Types.compound(members);
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void aDatatypeThatDoesNotFit(FileFormat format) {
        Datatype type = members(300);
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(format));
        try (file) {
            Group root = file.root();
            Object elements = new RawElements(new byte[(int) type.size()]);
            assertThatThrownBy(() -> root.createDataset("a", type, 2))
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContaining("bytes in an object header");
            assertThatThrownBy(() -> root.createDataset("a", type, new long[] {1}, elements, DatasetOptions.defaults()))
                    .isInstanceOf(TooLargeException.class);
            assertThatThrownBy(() -> root.commitDatatype("a", type)).isInstanceOf(TooLargeException.class);
            assertThatThrownBy(() -> root.createAttribute("a", type, new long[] {1}, elements))
                    .isInstanceOf(TooLargeException.class);
            assertThat(root.names()).isEmpty();
            assertThat(root.attributeNames()).isEmpty();
        }
        try (ContainerFile again = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults())) {
            assertThat(again.check().findings()).isEmpty();
        }
    }

    @Test
    void aLargeOneThatFits() {
        Datatype type = members(150);
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
        try (file) {
            file.root().createDataset("a", type, 2);
        }
        try (ContainerFile again = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults())) {
            assertThat(again.dataset("/a").datatype()).isEqualTo(type);
        }
    }

    /** A fill value is a message, too. */
    @Test
    void aFillValueThatDoesNotFit() {
        Datatype type = Types.opaque(70_000, "large");
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            DatasetOptions options = DatasetOptions.defaults().withFillValue(new byte[70_000]);
            assertThatThrownBy(() -> file.root().createDataset("a", type, new long[] {1}, options))
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContaining("fill value");
            assertThat(file.root().names()).isEmpty();
        }
    }
}
