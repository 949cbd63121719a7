package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fallow.testing.ChildProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A small file must not cause disproportionate memory use, and a request of an application must not exhaust the memory.
 */
class MemoryBoundsTest {
    /** The maximum memory use of a refused operation. */
    private static final long MOST_BYTES = 16 << 20;

    @TempDir
    private Path folder;

    private static long allocatedBy(ThrowingCallable operation) throws Throwable {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        operation.call();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static void assertTooLarge(ThrowingCallable operation, String... words) throws Throwable {
        assertThat(allocatedBy(() -> assertThatThrownBy(operation)
                        .isInstanceOf(TooLargeException.class)
                        .hasMessageContainingAll(words)))
                .isLessThan(MOST_BYTES);
    }

    /** Variable-length elements are allocated late, so none of these are in the file. */
    @Test
    void elementsThatWereNeverAllocatedAreRefusedBeforeTheyAreMade() throws Throwable {
        Path file = folder.resolve("file.h5");
        String most = Long.toString(Runtime.getRuntime().maxMemory());
        try (ContainerFile container = ContainerFile.create(file)) {
            Group root = container.root();
            root.createDataset("long", Types.string(), new long[] {1L << 40});
            root.createDataset("many", Types.string(), new long[] {1L << 30, 1});
            root.createDataset("wide", Types.string(), new long[] {1 << 20, 1 << 20});
            assertTooLarge(() -> root.dataset("long").read(), file + ": /long", "at most", "" + (1L << 40));
            assertTooLarge(() -> root.dataset("many").read(), file + ": /many", "bytes of memory", most);
            assertTooLarge(() -> root.dataset("wide").read(), file + ": /wide", "bytes of memory", most);
            for (String name : root.names()) {
                assertTooLarge(
                        () -> root.dataset(name).read(RawElements.class).bytes(), file + ": /" + name, "at most");
            }
        }
        assertThat(Files.size(file)).isLessThan(10_000);
    }

    @Test
    void arraysWithoutElementsHaveAnyShape() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            root.createDataset("none", Types.integer(4), new long[] {0, 1L << 40});
            root.createDataset("rows", Types.integer(4), new long[] {3, 0, 1L << 40});
            assertThat((int[][]) root.dataset("none").read()).isEmpty();
            assertThat((int[][][]) root.dataset("rows").read()).hasDimensions(3, 0);
        }
    }

    @Test
    void manyElementsThatAreAllTheSameAreOneObject() throws Throwable {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            dev.fallow.type.Datatype pair =
                    Types.compound(java.util.Map.of("text", Types.string(), "number", Types.integer(4)));
            Dataset dataset = container.root().createDataset("pairs", pair, new long[] {100_000});
            Object[][] value = new Object[1][];
            assertThat(allocatedBy(() -> value[0] = (Object[]) dataset.read())).isLessThan(MOST_BYTES);
            assertThat(value[0]).hasSize(100_000).containsOnly(value[0][0]);
        }
    }

    /** The path of a deeply nested group contains all names above it; and each group takes a live object header. */
    @ParameterizedTest
    @ValueSource(strings = {"list", "space", "reclaim", "copy"})
    void manyGroupsNeedMemoryInProportion(String operation) throws Exception {
        Path file = folder.resolve("groups.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group deep = container.root();
            for (int i = 0; i < ManyGroups.DEPTH; i++) {
                deep = deep.createGroup("a");
            }
            Group wide = container.root().createGroup("wide");
            for (int i = 0; i < ManyGroups.WIDTH; i++) {
                wide.createGroup(Integer.toString(i));
            }
        }
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + ManyGroups.MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ManyGroups.class.getName(),
                file.toString(),
                operation);
        ChildProcess.Outcome outcome = ChildProcess.run(command);
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }

    /** The program that is run in a small virtual machine. */
    static final class ManyGroups {
        static final int DEPTH = 15_000;
        static final int WIDTH = 60_000;
        static final int MEGABYTES = 71;

        private ManyGroups() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            try (ContainerFile container = ContainerFile.open(file)) {
                switch (arguments[1]) {
                    case "list" -> list(container);
                    case "space" -> require(container.space().findings().isEmpty());
                    case "reclaim" -> require(container.reclaimUntracked().isEmpty());
                    default -> {
                        container.copy("/wide", "/copy");
                        container.delete("/wide");
                    }
                }
            }
        }

        private static void list(ContainerFile container) {
            List<Entry> entries = container.root().listRecursively();
            require(entries.size() == DEPTH + 1 + WIDTH);
            require(entries.get(DEPTH - 1).path().length() == 2 * DEPTH);
        }

        private static void require(boolean condition) {
            if (!condition) {
                throw new IllegalStateException("not as expected");
            }
        }
    }
}
