package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.Filters;
import dev.fallow.internal.filter.Pipeline.Encoded;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chunks that other software has filtered. */
public abstract class GoldenChunks {
    private final Scratch scratch = new Scratch();

    /** The chunks, as the other software has written them. */
    protected abstract List<FilteredChunk> chunks() throws IOException;

    @Test
    void isDecoded() throws Exception {
        for (FilteredChunk chunk : chunks()) {
            isDecoded(chunk);
            scratch.close();
        }
    }

    private void isDecoded(FilteredChunk chunk) throws Exception {
        byte[] decoded =
                Chunks.decode(Chunks.pipeline(chunk), chunk.stored(), chunk.mask(), chunk.raw().length, scratch);
        assertThat(decoded).as(chunk.name()).isEqualTo(chunk.raw());
    }

    /** The chunk in the middle of an array, after another chunk has left its bytes in the scratch. */
    @Test
    void isDecodedFromTheMiddleOfAnArray() throws Exception {
        for (FilteredChunk chunk : chunks()) {
            isDecodedFromTheMiddleOfAnArray(chunk);
            scratch.close();
        }
    }

    private void isDecodedFromTheMiddleOfAnArray(FilteredChunk chunk) throws Exception {
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
        assertThat(Chunks.bytes(decoded)).as(chunk.name()).isEqualTo(chunk.raw());
    }

    /** Encoding gives the bytes of the other software, or at least what decodes to the same data. */
    @Test
    void isEncoded() throws Exception {
        for (FilteredChunk chunk : chunks()) {
            isEncoded(chunk);
            scratch.close();
        }
    }

    private void isEncoded(FilteredChunk chunk) throws Exception {
        Pipeline pipeline = Chunks.pipeline(chunk).skipping(true); // filters that can only be undone
        Encoded encoded = pipeline.encode(FilterData.of(chunk.raw()), scratch);
        byte[] stored = Chunks.bytes(encoded.data());
        if (isEncodedTheSame(chunk)) {
            assertThat(encoded.mask()).as(chunk.name()).isEqualTo(chunk.mask());
            assertThat(stored).as(chunk.name()).isEqualTo(chunk.stored());
        }
        assertThat(Chunks.decode(pipeline, stored, encoded.mask(), chunk.raw().length, scratch))
                .as(chunk.name())
                .isEqualTo(chunk.raw());
    }

    /** Whether no filter of the chunk has a choice of codes for the same data. */
    protected abstract boolean isEncodedTheSame(FilteredChunk chunk);
}
