package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many methods a slice goes through, from the caller to the storage: a reader of the code has to follow them. */
class ReadingDepthTest {
    private static final int MOST = 20;
    private static final int WIDTH = 300;

    /** The indexes of chunks, and what a new dataset is to be like to get them. */
    enum Kind {
        B_TREE_V1(FileFormat.EARLIEST, deflated(10)),
        B_TREE_V2(
                FileFormat.LATEST, deflated(10).withMaxDimensions(DatasetOptions.UNLIMITED, DatasetOptions.UNLIMITED)),
        EXTENSIBLE_ARRAY(FileFormat.LATEST, deflated(10).withMaxDimensions(DatasetOptions.UNLIMITED, WIDTH)),
        FIXED_ARRAY(FileFormat.LATEST, deflated(10)),
        SINGLE_CHUNK(FileFormat.LATEST, deflated(WIDTH)),
        /** Without filters, which an implicit index does not allow. */
        IMPLICIT(FileFormat.LATEST, DatasetOptions.defaults().withChunks(10, 10).withAllocation(AllocationTime.EARLY));

        private final FileFormat format;
        private final DatasetOptions options;

        Kind(FileFormat format, DatasetOptions options) {
            this.format = format;
            this.options = options;
        }

        private static DatasetOptions deflated(int width) {
            return DatasetOptions.defaults()
                    .withChunks(width, width)
                    .withFilters(Filters.shuffle(), Filters.deflate(4));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSliceGoesThroughFewMethods(Kind kind) {
        Recording storage = new Recording(file(kind));
        try (ContainerFile file = Containers.of(
                ContainerOpener.openIn(storage, "slice", OpenOptions.defaults().withReadOnly(true)))) {
            Dataset dataset = file.dataset("image");
            storage.reads.clear();
            double[][] slice = dataset.read(Selection.block(new long[] {5, 5}, new long[] {60, 60}), double[][].class);
            assertThat(slice[59][59]).isEqualTo(64 * WIDTH + 64);
        }
        assertThat(storage.reads)
                .isNotEmpty()
                .allSatisfy(read -> assertThat(read).hasSizeLessThanOrEqualTo(MOST));
    }

    private static byte[] file(Kind kind) {
        double[][] image = new double[WIDTH][WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            int row = i * WIDTH;
            Arrays.setAll(image[i], column -> row + column);
        }
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withFormat(kind.format));
        file.root().createDataset("image", image, kind.options);
        file.close();
        return file.toByteArray();
    }

    /** A container in memory that records by which methods it is read. */
    private static final class Recording implements Storage {
        private final MemoryStorage memory;
        private final List<List<String>> reads = new ArrayList<>();

        private Recording(byte[] content) {
            memory = new MemoryStorage(content);
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            reads.add(Stream.of(new Throwable().getStackTrace())
                    .filter(frame -> frame.getClassName().startsWith("dev.fallow."))
                    .filter(frame -> !frame.getClassName().equals(ReadingDepthTest.class.getName()))
                    .map(StackTraceElement::toString)
                    .toList());
            memory.read(position, target);
        }

        @Override
        public long size() throws IOException {
            return memory.size();
        }

        @Override
        public void write(long position, ByteBuffer source) {
            throw new IllegalStateException("read-only");
        }

        @Override
        public void resize(long size) {
            throw new IllegalStateException("read-only");
        }

        @Override
        public void force() {
            // nothing is written
        }

        @Override
        public void close() throws IOException {
            memory.close();
        }
    }
}
