package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.filter.Filters;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bytes of a file do not depend on the number of threads that filter its chunks, and these threads are few. */
@Tag("optimized")
class FilterThreadsTest {
    private static final int ELEMENTS = 20_000;
    private static final int CHUNK = 1_000;

    @RepeatedTest(5)
    void chunksWhoseElementsHavePartsInTheGlobalHeapAreWhereOneThreadPutsThem() {
        assertThat(Arrays.equals(written(4), written(1))).isTrue();
    }

    /** On a machine with two processors, CompletableFuture would start one for each chunk. */
    @Test
    void aThreadFiltersManyChunks() {
        int chunks = 1_000;
        long before = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
        try (ContainerFile container =
                ContainerFile.createInMemory(CreateOptions.defaults().withFilterThreads(4))) {
            container
                    .root()
                    .createDataset(
                            "numbers",
                            new int[chunks],
                            DatasetOptions.defaults().withChunks(1).withFilters(Filters.fletcher32()));
        }
        assertThat(ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - before)
                .isLessThan(chunks / 2);
    }

    private static byte[] written(int threads) {
        ContainerFile container =
                ContainerFile.createInMemory(CreateOptions.defaults().withFilterThreads(threads));
        container
                .root()
                .createDataset(
                        "names",
                        names(0),
                        DatasetOptions.defaults()
                                .withChunks(CHUNK)
                                .withMaxDimensions(DatasetOptions.UNLIMITED)
                                .withFilters(Filters.shuffle(), Filters.deflate(9)));
        container.dataset("names").append(names(ELEMENTS));
        container.dataset("names").write(Selection.block(new long[] {CHUNK / 2}, new long[] {ELEMENTS}), names(7));
        container.root().copy("names", "copy");
        container.dataset("names").resize(ELEMENTS - 1);
        container.close();
        return container.toByteArray();
    }

    private static String[] names(int first) {
        return IntStream.range(first, first + ELEMENTS)
                .mapToObj(i -> "the element with the number " + i * 7919 % 10_007)
                .toArray(String[]::new);
    }
}
