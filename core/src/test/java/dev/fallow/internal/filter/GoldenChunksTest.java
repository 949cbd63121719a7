package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.Filters;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks that libhdf5 has filtered; {@code chunks.py} beside the resource makes them. */
class GoldenChunksTest {
    /** Compressors of other software may choose other codes for the same data. */
    private static final Set<Integer> FREE_IN_ENCODING = Set.of(Filters.DEFLATE, Filters.LZF);

    /** libhdf5 loses a member of the first; the others are its chunks that releases after 2.1 refuse. */
    private static final Set<String> STORED_OTHERWISE = Set.of("nbit compound with a lost member", "nbit text");

    private final Scratch scratch = new Scratch();

    static List<FilteredChunk> chunks() throws IOException {
        return FilteredChunk.read(GoldenChunksTest.class, "/filters/chunks.txt");
    }

    @AfterEach
    void close() {
        scratch.close();
    }

    @Test
    void allBuiltInFiltersHaveChunks() throws IOException {
        assertThat(chunks().stream().flatMap(chunk -> chunk.ids().stream()).distinct())
                .containsExactlyInAnyOrder(
                        Filters.DEFLATE,
                        Filters.SHUFFLE,
                        Filters.FLETCHER32,
                        Filters.NBIT,
                        Filters.SCALE_OFFSET,
                        Filters.LZF);
    }

    @ParameterizedTest
    @MethodSource("chunks")
    void isDecoded(FilteredChunk chunk) throws Exception {
        byte[] decoded =
                Chunks.decode(Chunks.pipeline(chunk), chunk.stored(), chunk.mask(), chunk.raw().length, scratch);
        assertThat(decoded).isEqualTo(chunk.raw());
    }

    /** The chunk in the middle of an array, after another chunk has left its bytes in the scratch. */
    @ParameterizedTest
    @MethodSource("chunks")
    void isDecodedFromTheMiddleOfAnArray(FilteredChunk chunk) throws Exception {
        Pipeline pipeline = Chunks.pipeline(chunk);
        byte[] larger = new byte[chunk.stored().length + 20];
        Arrays.fill(larger, (byte) 0x5A);
        System.arraycopy(chunk.stored(), 0, larger, 7, chunk.stored().length);
        Pipeline other = Chunks.of(Filters.SHUFFLE, 3);
        byte[] noise = new byte[2 * larger.length];
        Arrays.fill(noise, (byte) 0xA5);
        other.encode(FilterData.of(noise), scratch);
        FilterData decoded = pipeline.decode(
                new FilterData(larger, 7, chunk.stored().length), chunk.mask(), chunk.raw().length, scratch);
        assertThat(Chunks.bytes(decoded)).isEqualTo(chunk.raw());
    }

    /** Encoding gives the bytes of libhdf5, or at least what decodes to the same data. */
    @ParameterizedTest
    @MethodSource("chunks")
    void isEncoded(FilteredChunk chunk) throws Exception {
        Pipeline pipeline = Chunks.pipeline(chunk);
        Encoded encoded = pipeline.encode(FilterData.of(chunk.raw()), scratch);
        byte[] stored = Chunks.bytes(encoded.data());
        if (encoded.mask() != chunk.mask()) {
            assertThat(chunk.name()).isIn(STORED_OTHERWISE);
        } else if (chunk.ids().stream().noneMatch(FREE_IN_ENCODING::contains)) {
            assertThat(stored).isEqualTo(chunk.stored());
        }
        assertThat(Chunks.decode(pipeline, stored, encoded.mask(), chunk.raw().length, scratch))
                .isEqualTo(chunk.raw());
    }
}
