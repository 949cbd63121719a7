package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.SzipCoding;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTripsTest extends RoundTrips {
    private static final int ALL = 13 * 18 * 5;
    private static final int ALL_OF_ONE_SIZE = 18 * 5;

    @Test
    void neverSkipped() throws Exception {
        assertThat(opaque(List.of(Filters.shuffle()))).isEqualTo(ALL);
        assertThat(opaque(List.of(Filters.fletcher32()))).isEqualTo(ALL);
        for (int level = 0; level < 10; level += 3) {
            assertThat(opaque(List.of(Filters.deflate(level)))).isEqualTo(ALL);
        }
        assertThat(opaque(List.of(Filters.shuffle(), Filters.deflate(1), Filters.fletcher32())))
                .isEqualTo(ALL);
        assertThat(opaque(List.of(Filters.fletcher32(), Filters.deflate(1), Filters.shuffle())))
                .isEqualTo(ALL);
    }

    @Test
    void lzf() throws Exception {
        assertThat(opaque(List.of(Filters.lzf()))).isBetween(ALL / 2, ALL - 1);
        assertThat(opaque(List.of(Filters.shuffle(), Filters.lzf(), Filters.fletcher32())))
                .isBetween(ALL / 2, ALL - 1);
    }

    @Test
    void scaleOffsetOfIntegers() throws Exception {
        for (int size = 1; size <= 8; size *= 2) {
            for (boolean signed : new boolean[] {false, true}) {
                for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                    List<FilterSetting> settings = List.of(Filters.scaleOffset(0), Filters.deflate(1));
                    assertThat(all(settings, FixedPoint.of(size, signed, order)))
                            .isEqualTo(ALL_OF_ONE_SIZE);
                }
            }
        }
    }

    @Test
    void nbitOfWholeNumbers() throws Exception {
        assertThat(all(List.of(Filters.nbit()), FixedPoint.INT32)).isEqualTo(ALL_OF_ONE_SIZE);
    }

    @Test
    void szip() throws Exception {
        for (SzipCoding coding : SzipCoding.values()) {
            for (FloatingPoint type : new FloatingPoint[] {FloatingPoint.FLOAT32, FloatingPoint.FLOAT64_BIG_ENDIAN}) {
                List<FilterSetting> settings = List.of(Filters.szip(coding, 2));
                assertThat(all(settings, type, 2)).isBetween(ALL_OF_ONE_SIZE / 2, ALL_OF_ONE_SIZE - 1);
            }
        }
    }
}
