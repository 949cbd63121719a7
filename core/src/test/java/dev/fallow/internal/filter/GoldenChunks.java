package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.Filters;
import dev.fallow.testing.FilteredChunk;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks that other software has filtered. Subclasses have the method {@code chunks}. */
public abstract class GoldenChunks {
    private final Scratch scratch = new Scratch();

    @AfterEach
    void close() {
        scratch.close();
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

    /** Encoding gives the bytes of the other software, or at least what decodes to the same data. */
    @ParameterizedTest
    @MethodSource("chunks")
    void isEncoded(FilteredChunk chunk) throws Exception {
        Pipeline pipeline = Chunks.pipeline(chunk).skipping(true); // filters that can only be undone
        Encoded encoded = pipeline.encode(FilterData.of(chunk.raw()), scratch);
        byte[] stored = Chunks.bytes(encoded.data());
        if (isEncodedTheSame(chunk)) {
            assertThat(encoded.mask()).isEqualTo(chunk.mask());
            assertThat(stored).isEqualTo(chunk.stored());
        }
        assertThat(Chunks.decode(pipeline, stored, encoded.mask(), chunk.raw().length, scratch))
                .isEqualTo(chunk.raw());
    }

    /** Whether no filter of the chunk has a choice of codes for the same data. */
    protected abstract boolean isEncodedTheSame(FilteredChunk chunk);
}
