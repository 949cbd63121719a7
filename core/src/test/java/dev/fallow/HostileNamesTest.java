package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.format.Printable;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names with terminal commands or forged log lines: exact in values, escaped in messages. */
class HostileNamesTest {
    private static final String HOSTILE = "n\u001b[2J\r\n\t\u0007\u009b\u202e\u2028\ufeff\udcff\\x";
    private static final String ESCAPED = "n\\x1b[2J\\r\\n\\t\\x07\\u009b\\u202e\\u2028\\ufeff\\xff\\x";

    @TempDir
    private Path folder;

    private static void assertSafe(String text) {
        assertThat(text).isNotNull();
        assertThat(text.codePoints().allMatch(Printable::isPlain)).as(text).isTrue();
    }

    @Test
    void messagesOfEveryOperationAreSafeToPrint() {
        try (ContainerFile container = ContainerFile.create(folder.resolve("file.h5"))) {
            Group root = container.root();
            Group group = root.createGroup(HOSTILE);
            group.createDataset(HOSTILE, new int[] {1});
            group.createAttribute(HOSTILE, 1);
            root.createSoftLink("soft", "/missing" + HOSTILE);
            root.createExternalLink("external", "file" + HOSTILE, "/path" + HOSTILE);
            Enumeration type = Enumeration.of(FixedPoint.INT8, Map.of("member" + HOSTILE, 1L));
            CommittedDatatype committed = root.commitDatatype("type" + HOSTILE, type);
            Dataset members =
                    root.createDataset("members", type, new long[] {1}, new byte[] {1}, DatasetOptions.defaults());

            List<ThrowingCallable> failing = new ArrayList<>();
            failing.add(() -> root.group("missing" + HOSTILE));
            failing.add(() -> root.dataset(HOSTILE));
            failing.add(() -> root.createGroup(HOSTILE));
            failing.add(() -> root.createHardLink("link", "missing" + HOSTILE));
            failing.add(() -> root.delete("missing" + HOSTILE));
            failing.add(() -> root.group("soft"));
            failing.add(() -> root.group("external"));
            failing.add(() -> container.move("/" + HOSTILE, "/" + HOSTILE + "/" + HOSTILE + "/inside"));
            failing.add(() -> container.copy("/" + HOSTILE, "/" + HOSTILE));
            failing.add(() -> group.deleteAttribute("missing" + HOSTILE));
            failing.add(() -> group.createAttribute(HOSTILE, 2));
            failing.add(() -> members.write(new double[] {1.5}));
            failing.add(() -> root.createDataset(
                    "more", type, new long[] {1}, new String[] {"other" + HOSTILE}, DatasetOptions.defaults()));
            failing.add(() -> root.createExternalLink("link", "file" + HOSTILE, ""));
            failing.add(() -> Enumeration.of(FixedPoint.INT8, Map.of("member" + HOSTILE, 1_000L)));
            for (ThrowingCallable operation : failing) {
                Throwable thrown = catchThrowable(operation);
                assertThat(thrown).isInstanceOfAny(ContainerException.class, IllegalArgumentException.class);
                assertSafe(thrown.getMessage());
            }
            assertThatThrownBy(() -> root.createGroup(HOSTILE))
                    .isInstanceOf(ObjectExistsException.class)
                    .hasMessageEndingWith("/" + ESCAPED + " exists");
            for (StoredObject object : List.of(group, group.dataset(HOSTILE), committed)) {
                assertSafe(object.toString());
            }
        }
    }

    @Test
    void valuesAreExact() {
        try (ContainerFile container = ContainerFile.create(folder.resolve("file.h5"))) {
            container.root().createGroup(HOSTILE).createAttribute(HOSTILE, 1);
            container.root().createSoftLink("soft", HOSTILE);
        }
        try (ContainerFile container = ContainerFile.openReadOnly(folder.resolve("file.h5"))) {
            assertThat(container.root().listRecursively())
                    .extracting(Entry::path)
                    .containsExactly("/" + HOSTILE, "/soft");
            assertThat(container.root().listRecursively())
                    .extracting(Entry::target)
                    .containsExactly(Optional.empty(), Optional.of(HOSTILE));
            assertThat(container.group(HOSTILE).attributeNames()).containsExactly(HOSTILE);
        }
    }

    @Test
    void theNameOfTheContainerIsEscapedToo() {
        assumeTrue(File.separatorChar == '/', "file names may have control characters");
        Path file = folder.resolve("\u001b]0;title\u0007\n.h5");
        assertThatThrownBy(() -> ContainerFile.open(file))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(folder + "/\\x1b]0;title\\x07\\n.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            assertSafe(container.root().toString());
            assertSafe(catchThrowable(() -> container.group("missing")).getMessage());
            assertSafe(catchThrowable(() -> ContainerFile.open(file)).getMessage());
            assertSafe(catchThrowable(() -> ContainerFile.create(file)).getMessage());
        }
    }

    @Test
    void aNameOfTheGreatestLengthIsAbbreviated() {
        try (ContainerFile container = ContainerFile.create(folder.resolve("file.h5"))) {
            assertThatThrownBy(() -> container.group("x".repeat(65_535)))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("characters left out")
                    .hasMessageStartingWith(folder.toString())
                    .message()
                    .hasSizeLessThan(2_000);
            String name = "\u001b".repeat(65_000);
            container.root().createGroup(name);
            assertThatThrownBy(() -> container.root().createGroup(name))
                    .hasMessageEndingWith("\\x1b exists")
                    .message()
                    .hasSizeLessThan(10_000);
        }
    }

    @Test
    void reportsAreSafeToPrint() {
        assertSafe(new Entry("/" + HOSTILE, ObjectKind.GROUP, 96)
                .withProblem("problem with " + HOSTILE)
                .problem()
                .orElseThrow());
        SpaceReport report =
                new SpaceReport(0, 0, 0, 0, List.of(), List.of(), List.of(), List.of("/" + HOSTILE + ": overlaps"));
        report.findings().forEach(HostileNamesTest::assertSafe);
        assertSafe(new RecoveryReport(RecoveryReport.Outcome.REFUSED, HOSTILE, "foreign: " + HOSTILE, 0, 0, 0)
                .explanation());
    }
}
