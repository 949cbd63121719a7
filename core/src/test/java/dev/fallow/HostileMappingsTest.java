package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import dev.fallow.type.FixedPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Mappings with changed bytes and a correct checksum. */
class HostileMappingsTest {
    private static final long SEED = Long.getLong("fallow.seed", 20261122);
    private static final int ROUNDS = Integer.getInteger("fallow.mappings.rounds", 6_000);
    private static final long[] NUMBERS = {0, 1, 2, 3, 7, 1L << 20, 1L << 40, Long.MAX_VALUE, Long.MAX_VALUE - 1, -1, -2
    };

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static byte[] container() {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
        file.root().createDataset("d", new int[][] {{1, 2, 3, 4}, {5, 6, 7, 8}});
        file.root().createDataset("b0", new int[] {1, 2});
        file.root().createDataset("b1", new int[] {3, 4});
        Selection all = new Selection.All(Selection.UNKNOWN_RANK);
        Hyperslab strided = new Hyperslab(of(1, 0), of(2, 3), of(2, 2), of(1, 2));
        Hyperslab grows = new Hyperslab(of(0, 0), of(3, 1), of(Selection.UNLIMITED, 1), of(2, 4));
        Hyperslab source = new Hyperslab(of(0, 0), of(1, 1), of(Selection.UNLIMITED, 1), of(1, 4));
        Hyperslab blocks = new Hyperslab(of(3, 1), of(2, 1), of(Selection.UNLIMITED, 1), of(1, 2));
        List<VirtualMapping> mappings = List.of(
                new VirtualMapping(
                        ".", "/d", Selection.points(of(0, 3), of(1, 0)), Selection.points(of(5, 5), of(0, 5))),
                VirtualMapping.ofWhole(".", "/d", strided),
                new VirtualMapping(".", "/d", source, grows),
                VirtualMapping.ofWhole(".", "/b%b", blocks),
                new VirtualMapping("none.h5", "/d", all, Selection.block(of(2, 0), of(1, 6))));
        file.root()
                .createVirtualDataset(
                        "v",
                        FixedPoint.INT32,
                        of(6, 6),
                        mappings,
                        DatasetOptions.defaults().withMaxDimensions(-1, 6));
        file.close();
        return file.toByteArray();
    }

    private static String outcome(byte[] bytes) {
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            Dataset dataset = file.dataset("/v");
            try {
                int[][] part = (int[][]) dataset.read(Selection.block(of(3, 0), of(3, 6)));
                return part.length == 3 ? "read" : "wrong";
            } catch (UnsupportedFeatureException | CorruptFileException | TooLargeException | WrongTypeException e) {
                return e.getClass().getSimpleName();
            }
        }
    }

    @Test
    void changedMappingsAreReadOrRefused() {
        byte[] whole = container();
        int first = new String(whole, StandardCharsets.ISO_8859_1).indexOf(".\0/d\0") - 9;
        int length = (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong(first - 8);
        assertThat(LittleEndian.i32(whole, first + length - 4)).isEqualTo(Checksum.of(whole, first, length - 4));
        assertThat(outcome(whole)).isEqualTo("read");
        Random random = new Random(SEED);
        int[] read = {0};
        for (int round = 0; round < ROUNDS; round++) {
            byte[] changed = whole.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = first + 1 + random.nextInt(length - 13);
                if (random.nextBoolean()) {
                    changed[at] = (byte) random.nextInt(256);
                } else {
                    ByteBuffer.wrap(changed)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(at, NUMBERS[random.nextInt(NUMBERS.length)]);
                }
            }
            ByteBuffer.wrap(changed)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(first + length - 4, Checksum.of(changed, first, length - 4));
            String what = "fallow.seed=" + SEED + ", round " + round;
            String outcome = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> outcome(changed), what);
            assertThat(outcome)
                    .as(what)
                    .isIn(
                            "read",
                            "CorruptFileException",
                            "UnsupportedFeatureException",
                            "TooLargeException",
                            "WrongTypeException");
            read[0] += outcome.equals("read") ? 1 : 0;
        }
        assertThat(read[0]).as("rounds in which the mappings could be read").isGreaterThan(0);
    }
}
