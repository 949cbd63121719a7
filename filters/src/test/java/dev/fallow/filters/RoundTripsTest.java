package dev.fallow.filters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import dev.fallow.internal.filter.RoundTrips;
import dev.fallow.type.FixedPoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTripsTest extends RoundTrips {
    private static final int ALL = 13 * 18 * 5;

    @Test
    void lz4() throws Exception {
        assertThat(opaque(List.of(Filters.lz4()))).isEqualTo(ALL);
        assertThat(opaque(List.of(Filters.lz4(100)))).isEqualTo(ALL);
    }

    @Test
    void zstd() throws Exception {
        assertThat(opaque(List.of(Filters.zstd(3)))).isEqualTo(ALL);
        assertThat(opaque(List.of(Filters.shuffle(), Filters.zstd(3), Filters.fletcher32())))
                .isEqualTo(ALL);
    }

    @Test
    void bzip2() throws Exception {
        assertThat(all(List.of(Filters.bzip2(1)), FixedPoint.INT16)).isEqualTo(ALL / 13);
    }

    @Test
    void bitshuffle() throws Exception {
        for (BitshuffleCodec codec : BitshuffleCodec.values()) {
            assertThat(opaque(List.of(Filters.bitshuffle(codec)))).isEqualTo(ALL);
        }
    }

    @Test
    void blosc() throws Exception {
        for (BloscCodec codec : BloscCodec.values()) {
            for (BloscShuffle shuffle : BloscShuffle.values()) {
                assertThat(opaque(List.of(Filters.blosc(codec, 5, shuffle)))).isBetween(ALL / 2, ALL - 1);
            }
        }
        assertThat(opaque(List.of(Filters.blosc(BloscCodec.LZ4, 0, BloscShuffle.BYTES))))
                .isZero();
    }
}
