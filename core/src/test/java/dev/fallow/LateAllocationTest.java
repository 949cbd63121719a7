package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Space of contiguous datasets that are created without a value. */
class LateAllocationTest {
    private static final long TEBI = 1L << 40;

    @TempDir
    private Path folder;

    @Test
    void aTebibyteTakesNoSpaceBeforeItIsWritten() throws IOException {
        Path path = folder.resolve("x.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Dataset dataset = file.root().createDataset("d", Types.unsigned(1), TEBI);
            assertThat(dataset.storageAddress()).isEqualTo(-1);
            assertThat(dataset.read(Selection.block(new long[] {TEBI - 2}, new long[] {2}), int[].class))
                    .containsExactly(0, 0);
            assertThat(dataset.logicalSize()).isEqualTo(TEBI);
        }
        assertThat(Files.size(path)).isLessThan(4_096);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.check().isSound()).isTrue();
            file.delete("/d");
        }
    }

    @ParameterizedTest
    @EnumSource(WriteMode.class)
    void whatIsNotWrittenIsZerosInReusedSpace(WriteMode mode) {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            byte[] ones = new byte[10_000];
            Arrays.fill(ones, (byte) 1);
            long address = file.root().createDataset("old", ones).storageAddress();
            file.root().createDataset("behind", ones);
            file.flush();
            file.delete("/old");
            file.flush();
            Dataset dataset = file.root().createDataset("d", Types.integer(1), 9_900);
            dataset.write(Selection.block(new long[] {5_000}, new long[] {1}), new byte[] {7}, mode);
            assertThat(dataset.storageAddress()).isEqualTo(address);
            byte[] expected = new byte[9_900];
            expected[5_000] = 7;
            assertThat(dataset.read()).isEqualTo(expected);
            Dataset last = file.root().createDataset("last", Types.integer(1), 100_000);
            last.write(Selection.block(new long[] {3}, new long[] {1}), new byte[] {7}, mode);
            byte[] zeros = new byte[100_000];
            zeros[3] = 7;
            assertThat(last.read()).isEqualTo(zeros);
            file.flush();
            assertThat(last.read()).isEqualTo(zeros);
            assertThat(file.check().isSound()).isTrue();
        }
    }

    @Test
    void undefinedElementsMustBeAskedFor() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            DatasetOptions undefined = DatasetOptions.defaults().withFillNever(true);
            Dataset dataset = file.root().createDataset("d", Types.integer(1), new long[] {100}, undefined);
            assertThat(dataset.storageAddress()).isPositive();
            assertThat(file.space().untracked()).isEmpty();
            Dataset filled = file.root()
                    .createDataset("f", Types.integer(1), new long[] {100}, undefined.withFillValue((byte) 3));
            assertThat(filled.storageAddress()).isEqualTo(-1);
            assertThat(filled.read(byte[].class)).containsOnly(3);
        }
    }
}
