package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.SpaceReport;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A committed datatype exists as long as it has a link, or is used by anything except its own attributes, and those of datatypes that
 * nothing else uses.
 */
class CommittedDatatypeUseTest {
    private static final long[] SCALAR = {};

    /** Ways to remove the attribute of a datatype that has this datatype. */
    static Stream<Consumer<CommittedDatatype>> waysToTakeIt() {
        return Stream.of(
                type -> type.deleteAttribute("own"),
                type -> type.putAttribute("own", 5.5),
                type -> type.putAttribute("own", type, SCALAR, 6));
    }

    @ParameterizedTest
    @MethodSource("waysToTakeIt")
    void staysWhenItLosesItsOwnAttribute(Consumer<CommittedDatatype> way) {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            CommittedDatatype type = file.root().commitDatatype("type", FixedPoint.INT32);
            type.createAttribute("own", type, SCALAR, 4);
            assertThat(type.linkCount()).isEqualTo(2);
            way.accept(type);
            boolean stillUsed = type.attributeNames().contains("own")
                    && type.attribute("own").read().equals(6);
            assertThat(type.linkCount()).isEqualTo(stillUsed ? 2 : 1);
            assertThat(file.root().datatype("type").datatype()).isEqualTo(FixedPoint.INT32);
            nothingIsLost(file);
            file.delete("type");
            nothingIsLost(file);
        }
    }

    @Test
    void goesWithItsLastLinkAndItsLastForeignUse() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createGroup("holder");
            long before = file.space().liveBytes();
            for (boolean linkFirst : new boolean[] {true, false}) {
                CommittedDatatype type = file.root().commitDatatype("type", FixedPoint.INT32);
                type.createAttribute("own", type, SCALAR, 4);
                type.createAttribute("own too", type, SCALAR, 5);
                file.group("holder").createAttribute("foreign", type, SCALAR, 6);
                if (linkFirst) {
                    file.delete("type");
                    assertThat(file.group("holder").attribute("foreign").read()).isEqualTo(6);
                    file.group("holder").deleteAttribute("foreign");
                } else {
                    file.group("holder").deleteAttribute("foreign");
                    file.delete("type");
                }
                nothingIsLost(file);
                assertThat(file.space().liveBytes()).isEqualTo(before);
            }
        }
    }

    /** Attributes of datatypes with each other's datatypes, in a ring of so many. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void aRingOfDatatypesGoesWithTheLastUseFromOutside(int count) {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createGroup("holder");
            long before = file.space().liveBytes();
            CommittedDatatype[] types = new CommittedDatatype[count];
            for (int i = 0; i < count; i++) {
                types[i] = file.root().commitDatatype("type" + i, FixedPoint.INT32);
                types[i].createAttribute("text", "of " + i); // in a global heap
            }
            for (int i = 0; i < count; i++) {
                types[i].createAttribute("next", types[(i + 1) % count], SCALAR, i);
            }
            file.group("holder").createAttribute("foreign", types[1], SCALAR, 6);
            Dataset dataset = file.root().createDataset("dataset", types[0], SCALAR, 9, DatasetOptions.defaults());
            for (int i = 0; i < count; i++) {
                file.delete("type" + i);
                nothingIsLost(file);
            }
            file.group("holder").deleteAttribute("foreign");
            nothingIsLost(file);
            assertThat(dataset.linkCount()).isEqualTo(1);
            assertThat(types[count - 1].attribute("next").read()).isEqualTo(count - 1);
            file.delete("dataset");
            nothingIsLost(file);
            assertThat(file.space().liveBytes()).isEqualTo(before);
        }
    }

    /** The datatype that loses an attribute is in use, although only an attribute of that attribute's datatype uses it. */
    @Test
    void aRingThatIsOpenedKeepsWhatIsUsed() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            CommittedDatatype used = file.root().commitDatatype("used", FixedPoint.INT32);
            CommittedDatatype behind = file.root().commitDatatype("behind", FixedPoint.INT8);
            used.createAttribute("behind", behind, SCALAR, (byte) 1);
            behind.createAttribute("used", used, SCALAR, 2);
            file.root().createDataset("dataset", used, SCALAR, 9, DatasetOptions.defaults());
            file.delete("used");
            file.delete("behind");
            behind.deleteAttribute("used");
            nothingIsLost(file);
            assertThat(used.linkCount()).isEqualTo(1);
            assertThat(behind.linkCount()).isEqualTo(1);
            behind.createAttribute("used", used, SCALAR, 3);
            used.deleteAttribute("behind"); // then nothing uses it
            nothingIsLost(file);
            assertThat(used.linkCount()).isEqualTo(1);
            file.delete("dataset");
            nothingIsLost(file);
            assertThat(file.root().links(LinkOrder.NAME)).isEmpty();
        }
    }

    /** As libhdf5 does, copying a dataset copies its datatype, and that of its attributes; all of them go with the copy. */
    @Test
    void aCopyGoesWithItsRingOfDatatypes() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            CommittedDatatype one = file.root().commitDatatype("one", FixedPoint.INT32);
            CommittedDatatype two = file.root().commitDatatype("two", FixedPoint.INT8);
            one.createAttribute("other", two, SCALAR, (byte) 1);
            two.createAttribute("other", one, SCALAR, 2);
            file.root().createDataset("dataset", one, SCALAR, 9, DatasetOptions.defaults());
            long before = file.space().liveBytes();
            file.copy("/dataset", "/copy");
            nothingIsLost(file);
            file.delete("copy");
            nothingIsLost(file);
            assertThat(file.space().liveBytes()).isEqualTo(before);
            assertThat(file.root().dataset("dataset").read()).isEqualTo(9);
        }
    }

    /**
     * Messages of version 1 headers are filled up to a multiple of eight bytes. With a committed datatype, the message alone does not
     * tell where the elements end: what fills it up must not become a part of them.
     */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void renamingAndCopyingDoNotLengthenAttributes(FileFormat format, @TempDir Path folder) {
        Path path = folder.resolve("file.h5");
        int names = 40;
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(format))) {
            CommittedDatatype type = file.root().commitDatatype("type", FixedPoint.INT8);
            Group group = file.root().createGroup("group0");
            group.createAttribute("a", type, new long[] {3}, new byte[] {1, 2, 3});
            for (int i = 0; i < names; i++) {
                String name =
                        file.group("group" + i).attributeNames().iterator().next();
                file.group("group" + i).renameAttribute(name, "a".repeat(1 + i % 9) + i);
                file.copy("/group" + i, "/group" + (i + 1));
            }
        }
        assertThat(ContainerFile.check(path).findings()).isEmpty();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Group last = file.group("group" + names);
            String name = last.attributeNames().iterator().next();
            assertThat(last.attribute(name).read()).isEqualTo(new byte[] {1, 2, 3});
        }
    }

    private static void nothingIsLost(ContainerFile file) {
        SpaceReport report = file.space();
        assertThat(report.findings()).isEmpty();
        assertThat(report.untrackedBytes()).isZero();
    }
}
