package dev.fallow.filters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import dev.fallow.filter.Filters.BloscCodec;
import dev.fallow.filter.Filters.BloscShuffle;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.testing.FilteredChunk;
import dev.fallow.type.Array;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The client data values of new datasets are those of the plugins. */
class ValuesTest {
    private static Filter described(FilterSetting setting, Datatype type, long elements) throws FilterException {
        ElementTraits traits = new ElementTraits(type, List.of(elements), Optional.of(new byte[0]));
        return Pipeline.describe(2, List.of(setting), traits).filters().get(0);
    }

    private static int[] values(FilterSetting setting, Datatype type, long elements) throws FilterException {
        return described(setting, type, elements).clientData();
    }

    private static int[] ofPlugin(String chunk) throws IOException {
        return FilteredChunk.read(ValuesTest.class, "/filters/chunks.txt").stream()
                .filter(each -> each.name().equals(chunk))
                .findFirst()
                .orElseThrow()
                .values()
                .get(0);
    }

    @Test
    void lz4() throws Exception {
        assertThat(described(Filters.lz4(), FloatingPoint.FLOAT32, 300))
                .usingRecursiveComparison()
                .isEqualTo(new Filter(32004, "lz4", Filter.OPTIONAL, ofPlugin("lz4")));
        assertThat(values(Filters.lz4(256), FixedPoint.INT32, 300)).isEqualTo(ofPlugin("lz4 blocks"));
        assertThatThrownBy(() -> values(new FilterSetting(32004, true, -1), FixedPoint.INT8, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lz4: expected one value, a block size of 0 to 2113929216, found [-1]");
    }

    @Test
    void zstdAndBzip2() throws Exception {
        assertThat(values(Filters.zstd(22), FixedPoint.INT16, 700)).isEqualTo(ofPlugin("zstd 22"));
        assertThat(values(new FilterSetting(32015, true), FixedPoint.INT16, 700))
                .isEqualTo(ofPlugin("zstd"));
        assertThat(values(Filters.bzip2(9), FixedPoint.INT32, 300)).isEqualTo(ofPlugin("bzip2"));
        assertThatThrownBy(() -> values(new FilterSetting(307, true, 0), FixedPoint.INT8, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a bzip2 level of 1 to 9 as value 0, found [0]");
    }

    @Test
    void bitshuffle() throws Exception {
        Datatype three = new Opaque(1, 3, "");
        assertThat(values(Filters.bitshuffle(BitshuffleCodec.LZ4), three, 128))
                .isEqualTo(ofPlugin("bitshuffle lz4 3 bytes 128"));
        assertThat(values(Filters.bitshuffle(BitshuffleCodec.NONE), three, 128))
                .isEqualTo(ofPlugin("bitshuffle none 3 bytes 128"));
        assertThat(values(new FilterSetting(32008, true, 64, 3, 3), three, 147))
                .isEqualTo(ofPlugin("bitshuffle zstd 3 bytes 147"));
        assertThatThrownBy(() -> values(new FilterSetting(32008, true, 12, 2), three, 147))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("bitshuffle: expected an element size as value 2, a multiple of 8 as value 3");
    }

    @Test
    void blosc() throws Exception {
        FilterSetting lz4 = Filters.blosc(BloscCodec.LZ4, 5, BloscShuffle.BYTES);
        assertThat(values(lz4, FixedPoint.INT32, 300)).isEqualTo(ofPlugin("blosc lz4 shuffle 1 <i4"));
        assertThat(values(Filters.blosc(BloscCodec.ZSTD, 5, BloscShuffle.BITS), FloatingPoint.FLOAT64, 300))
                .isEqualTo(ofPlugin("blosc zstd shuffle 2 <f8"));
        assertThat(values(lz4, new Opaque(1, 300, ""), 8)).isEqualTo(ofPlugin("blosc elements of 300 bytes"));
        assertThat(values(lz4, new Array(3, List.of(10L), FixedPoint.INT16), 8)).startsWith(2, 2, 2, 160);
        assertThatThrownBy(() -> values(new FilterSetting(32001, true, 5, 1, 6), FixedPoint.INT8, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a codec of 0 to 5 as value 6");
    }

    /** What other writers store after the values that a filter knows means nothing; PyTables has three for bzip2. */
    @Test
    void furtherValuesMeanNothing() throws Exception {
        byte[] raw = new byte[4000];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) (i / 100);
        }
        Filter[] exact = {
            stored(Filters.BZIP2, 1),
            stored(Filters.LZ4, 1024),
            stored(Filters.ZSTD, 3),
            stored(Filters.BITSHUFFLE, 0, 4, 4, 0, 2, 0),
            stored(Filters.BLOSC, 2, 2, 4, 4000, 5, 1, 1)
        };
        for (Filter filter : exact) {
            int[] more = Arrays.copyOf(filter.clientData(), filter.clientData().length + 2);
            more[more.length - 1] = -7;
            Filter longer = stored(filter.id(), more);
            byte[] encoded = encoded(longer, raw);
            assertThat(encoded)
                    .as("filter %d", filter.id())
                    .hasSizeLessThan(1000)
                    .isEqualTo(encoded(filter, raw));
            try (Scratch scratch = new Scratch()) {
                FilterData decoded = pipeline(longer).decode(FilterData.of(encoded), 0, raw.length, scratch);
                assertThat(bytes(decoded)).isEqualTo(raw);
            }
        }
        assertThat(encoded(stored(Filters.BZIP2), raw)).isEqualTo(encoded(stored(Filters.BZIP2, 9), raw));
        assertThatThrownBy(() -> encoded(stored(Filters.BZIP2, 14, 1), raw))
                .hasMessage("filter 307 (bzip2): expected a bzip2 level of 1 to 9 as value 0, found [14, 1]");
    }

    /** Chunks of a new dataset could not be written. */
    @Test
    void aFilterThatCanOnlyBeUndoneIsNotForNewDatasets() {
        assertThatThrownBy(() -> values(new FilterSetting(Filters.BLOSC2, true), FixedPoint.INT8, 1))
                .isInstanceOf(FilterException.class)
                .hasMessage("filter 32026 (blosc2) can only be read, not written");
    }

    private static Filter stored(int id, int... values) {
        return new Filter(id, "", Filter.OPTIONAL, values);
    }

    private static Pipeline pipeline(Filter filter) {
        return new Pipeline(new FilterPipeline(2, List.of(filter)));
    }

    private static byte[] encoded(Filter filter, byte[] raw) throws FilterException {
        try (Scratch scratch = new Scratch()) {
            return bytes(pipeline(filter).encode(FilterData.of(raw), scratch).data());
        }
    }

    private static byte[] bytes(FilterData data) {
        return Arrays.copyOfRange(data.array(), data.offset(), data.end());
    }
}
