package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.options.CreateOptions;
import dev.fallow.report.SpaceReport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A committed datatype exists as long as it has a link, or is used by anything except its own attributes. */
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
                    && type.attribute("own").value().equals(6);
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
                    assertThat(file.group("holder").attribute("foreign").value())
                            .isEqualTo(6);
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

    private static void nothingIsLost(ContainerFile file) {
        SpaceReport report = file.space();
        assertThat(report.findings()).isEmpty();
        assertThat(report.untrackedBytes()).isZero();
    }
}
