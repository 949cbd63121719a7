package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.fallow.filter.FilterException;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Damaged chunks: the result is a {@link FilterException} or data of the right length that the filter wrote, never
 * another exception and never what was in the array before.
 */
public abstract class HostileChunks {
    private final Scratch scratch = new Scratch();

    /** The chunks that are damaged. */
    protected abstract List<FilteredChunk> chunks() throws IOException;

    private void forEach(Consumer<FilteredChunk> test) throws IOException {
        for (FilteredChunk chunk : chunks()) {
            test.accept(chunk);
            scratch.close(); // its size is asserted for each chunk
        }
    }

    @Test
    void truncatedAnywhere() throws IOException {
        forEach(this::truncatedAnywhere);
    }

    private void truncatedAnywhere(FilteredChunk chunk) {
        Pipeline pipeline = Chunks.pipeline(chunk);
        for (int length : positions(chunk)) {
            attempt(chunk, pipeline, Arrays.copyOf(chunk.stored(), length));
        }
    }

    @Test
    void everyByteChanged() throws IOException {
        forEach(this::everyByteChanged);
    }

    private void everyByteChanged(FilteredChunk chunk) {
        Pipeline pipeline = Chunks.pipeline(chunk);
        for (int at : positions(chunk)) {
            for (int change : new int[] {1, 0x80, 0xFF, chunk.stored()[at]}) {
                byte[] damaged = chunk.stored().clone();
                damaged[at] ^= (byte) change;
                attempt(chunk, pipeline, damaged);
            }
        }
    }

    /** The first bytes and the last; of a long chunk, some between. */
    private static int[] positions(FilteredChunk chunk) {
        int length = chunk.stored().length;
        int step = Math.max(1, length / 300);
        return IntStream.range(0, length)
                .filter(at -> at < 150 || at > length - 20 || at % step == 0)
                .toArray();
    }

    @Test
    void noise() throws IOException {
        forEach(this::noise);
    }

    private void noise(FilteredChunk chunk) {
        Pipeline pipeline = Chunks.pipeline(chunk);
        SplittableRandom random = new SplittableRandom(chunk.name().hashCode());
        for (int round = 0; round < 50; round++) {
            byte[] damaged = chunk.stored().clone();
            int from = random.nextInt(damaged.length);
            for (int at = from; at < damaged.length; at++) {
                damaged[at] = (byte) random.nextInt();
            }
            attempt(chunk, pipeline, damaged);
        }
    }

    @Test
    void everyValueChanged() throws IOException {
        forEach(this::everyValueChanged);
    }

    private void everyValueChanged(FilteredChunk chunk) {
        for (int[] values : chunk.values()) {
            for (int i = 0; i < values.length; i++) {
                int before = values[i];
                for (int value : new int[] {
                    0, 1, 2, 3, 4, 8, before + 1, before - 1, -before, 2 * before, -1, 1 << 31, ~(1 << 31)
                }) {
                    values[i] = value;
                    attempt(chunk, Chunks.pipeline(chunk), chunk.stored());
                }
                values[i] = before;
            }
        }
    }

    /** A chunk that is shorter than what was stored in it. */
    @Test
    void bomb() throws IOException {
        forEach(this::bomb);
    }

    private void bomb(FilteredChunk chunk) {
        Pipeline pipeline = Chunks.pipeline(chunk);
        for (int length : new int[] {0, chunk.raw().length / 2, chunk.raw().length - 1}) {
            scratch.close();
            assertThatThrownBy(() -> Chunks.decode(pipeline, chunk.stored(), chunk.mask(), length, scratch))
                    .as(chunk.name())
                    .isInstanceOf(FilterException.class)
                    .hasMessageContaining("expected");
            assertThat(scratch.bytes()).isLessThanOrEqualTo(most(chunk, length));
        }
    }

    /** Every filter has a few arrays, of the chunk's length or that of the stored chunk. */
    private static long most(FilteredChunk chunk, int length) {
        return 4L * chunk.ids().size() * (2L * Math.max(length, chunk.stored().length) + 8192);
    }

    /** Decodes twice, with different bytes in the scratch: data that the filter did not write would differ. */
    private void attempt(FilteredChunk chunk, Pipeline pipeline, byte[] damaged) {
        byte[] first = attempt(chunk, pipeline, damaged, (byte) 0x11);
        byte[] second = attempt(chunk, pipeline, damaged, (byte) 0xEE);
        // a million times: an assertion object for each would take most of the time
        if (!Arrays.equals(first, second)) {
            assertThat(second).as(chunk.name()).isEqualTo(first);
        }
    }

    private byte[] attempt(FilteredChunk chunk, Pipeline pipeline, byte[] damaged, byte before) {
        scratch.fill(before);
        try {
            return Chunks.decode(pipeline, damaged, chunk.mask(), chunk.raw().length, scratch);
        } catch (FilterException e) {
            String message = e.getMessage();
            if (!message.contains("expected") && !message.contains("invalid") && !message.contains("cut off")
                    || scratch.bytes() > most(chunk, chunk.raw().length)) {
                assertThat(e).as(chunk.name()).hasMessageContaining("expected");
                assertThat(scratch.bytes()).as(chunk.name()).isLessThanOrEqualTo(most(chunk, chunk.raw().length));
                fail("unclear message " + message);
            }
            return null;
        }
    }
}
