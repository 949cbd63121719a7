package dev.fallow.spark.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileBatchTest {
    private static FileEntry file(int number) {
        return new FileEntry(
                "s3a://bucket/a/long/path/of/folders/day-" + number / 1000,
                "run-%06d-ä.h5".formatted(number),
                new FileVersion(1000L * number, 1_700_000_000_000L + number),
                List.of());
    }

    private static List<FileBatch> pack(int files) {
        List<FileBatch> batches = new ArrayList<>();
        for (int i = 0; i < files; i += SpaceScan.SpacePartition.BATCH_FILES) {
            FileBatch.Packer packer = new FileBatch.Packer();
            for (int j = i; j < Math.min(files, i + SpaceScan.SpacePartition.BATCH_FILES); j++) {
                packer.add(file(j));
            }
            batches.add(packer.pack());
        }
        return batches;
    }

    private static List<FileEntry> unpack(SpaceScan.SpacePartition... partitions) {
        List<FileEntry> files = new ArrayList<>();
        for (SpaceScan.SpacePartition partition : partitions) {
            partition.batches().forEach(batch -> files.addAll(batch.unpack()));
        }
        return files;
    }

    @Test
    void theDriverKeepsLittleOfAFile() {
        List<FileBatch> batches = pack(100_000);
        long bytes = batches.stream().mapToLong(batch -> batch.packed().length).sum();
        assertThat(bytes / 100_000).isLessThan("run-000000-ä.h5".length() + 30);
        SpaceScan.SpacePartition[] partitions = SpaceScan.SpacePartition.of(batches, 128, 2);
        assertThat(partitions).hasSize(782);
        List<FileEntry> files = unpack(partitions);
        assertThat(files).hasSize(100_000);
        for (int i = 0; i < 100_000; i += 997) {
            assertThat(files.get(i)).isEqualTo(file(i));
        }
    }

    @Test
    void fewFilesAreDividedAmongTheProcessors() {
        assertThat(SpaceScan.SpacePartition.of(pack(500), 128, 2)).hasSize(8);
        assertThat(unpack(SpaceScan.SpacePartition.of(pack(500), 128, 2)))
                .hasSize(500)
                .doesNotHaveDuplicates();
        assertThat(SpaceScan.SpacePartition.of(pack(20), 128, 64)).hasSize(2);
        assertThat(SpaceScan.SpacePartition.of(List.of(), 128, 64)).isEmpty();
    }
}
