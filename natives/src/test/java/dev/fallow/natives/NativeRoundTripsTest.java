package dev.fallow.natives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import dev.fallow.internal.filter.RoundTrips;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Native code encodes and decodes from the first chunk on. */
class NativeRoundTripsTest extends RoundTrips {
    private static final int ALL = 13 * 18 * 5;

    @Test
    void deflate() throws Exception {
        for (int level : new int[] {0, 1, 6, 9}) {
            assertThat(opaque(List.of(Filters.deflate(level)))).isEqualTo(ALL);
        }
    }

    @Test
    void lz4() throws Exception {
        assertThat(opaque(List.of(Filters.lz4()))).isEqualTo(ALL);
        assertThat(opaque(List.of(Filters.lz4(100)))).isEqualTo(ALL);
    }

    @Test
    void zstd() throws Exception {
        for (int level : new int[] {1, 3, 19}) {
            assertThat(opaque(List.of(Filters.zstd(level)))).isEqualTo(ALL);
        }
    }

    @Test
    void bitshuffle() throws Exception {
        for (BitshuffleCodec codec : BitshuffleCodec.values()) {
            assertThat(opaque(List.of(Filters.bitshuffle(codec)))).isEqualTo(ALL);
        }
    }

    @Test
    void blosc() throws Exception {
        for (BloscCodec codec : List.of(BloscCodec.LZ4, BloscCodec.ZLIB, BloscCodec.ZSTD)) {
            assertThat(opaque(List.of(Filters.blosc(codec, 5, BloscShuffle.BYTES))))
                    .isBetween(ALL / 2, ALL - 1);
        }
    }
}
