package dev.fallow.filters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.filter.Scratch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Numbers in the heads of chunks are checked before anything is allocated. */
class HeadsTest {
    private static AbstractThrowableAssert<?, ?> decoding(int id, byte[] stored, int... values) {
        Pipeline pipeline = pipeline(id, Filter.OPTIONAL, values);
        return assertThatThrownBy(() -> pipeline.decode(FilterData.of(stored), 0, 100, new Scratch()))
                .isInstanceOf(FilterException.class);
    }

    private static Pipeline pipeline(int id, int flags, int... values) {
        return new Pipeline(new FilterPipeline(2, List.of(new Filter(id, "", flags, values))));
    }

    private static byte[] bytes(ByteOrder order, Object... numbers) {
        ByteBuffer buffer = ByteBuffer.allocate(200).order(order);
        for (Object number : numbers) {
            if (number instanceof Long value) {
                buffer.putLong(value);
            } else if (number instanceof Integer value) {
                buffer.putInt(value);
            } else {
                buffer.put((Byte) number);
            }
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    @Test
    void lz4() {
        decoding(32004, new byte[11], 0)
                .hasMessage("filter 32004 (lz4): expected a header of 12 bytes, found 11 bytes");
        decoding(32004, bytes(ByteOrder.BIG_ENDIAN, 1L << 40, 8), 0)
                .hasMessage("filter 32004 (lz4): expected at most 100 bytes, found 1099511627776");
        decoding(32004, bytes(ByteOrder.BIG_ENDIAN, 100L, 0), 0)
                .hasMessage("filter 32004 (lz4): expected a block size of at least 1, found 0");
        decoding(32004, bytes(ByteOrder.BIG_ENDIAN, 100L, 50, 51, 0), 0)
                .hasMessage("filter 32004 (lz4): expected a block of at most 4 bytes, found 51");
        decoding(32004, bytes(ByteOrder.BIG_ENDIAN, 100L, 50), 0)
                .hasMessage("filter 32004 (lz4): expected a block after 0 of 100 bytes, found 0 bytes");
    }

    @Test
    void zstd() {
        byte[] frameOf16GiB = HexFormat.of().parseHex("28B52FFDE0" + "0000000004000000" + "010000");
        decoding(32015, frameOf16GiB, 3)
                .hasMessage("filter 32015 (zstd): expected at most 100 bytes, found 17179869184");
    }

    @Test
    void bitshuffle() {
        decoding(32008, bytes(ByteOrder.BIG_ENDIAN, 1L << 40, 8192), 0, 4, 4, 0, 2)
                .hasMessage("filter 32008 (bitshuffle): expected at most 100 bytes of elements of 4 bytes,"
                        + " found 1099511627776");
        decoding(32008, bytes(ByteOrder.BIG_ENDIAN, 96L, 20), 0, 4, 4, 0, 2)
                .hasMessage("filter 32008 (bitshuffle): expected blocks of a multiple of 8 elements of 4 bytes,"
                        + " found 20 bytes");
    }

    @Test
    void blosc() {
        Byte[] start = {2, 1, 0x31, 4};
        decoding(32001, bytes(ByteOrder.LITTLE_ENDIAN, start[0], start[1], start[2], start[3], 1 << 30, 1 << 20, 16))
                .hasMessage("filter 32001 (blosc): expected at most 100 bytes, found 1073741824");
        decoding(32001, bytes(ByteOrder.LITTLE_ENDIAN, start[0], start[1], start[2], start[3], 100, 101, 16))
                .hasMessage(
                        "filter 32001 (blosc): expected elements of at least 1 byte and blocks of at most 100 bytes,"
                                + " found 4 and 101");
        decoding(32001, bytes(ByteOrder.LITTLE_ENDIAN, start[0], start[1], start[2], start[3], 100, 100, 17))
                .hasMessage("filter 32001 (blosc): expected a Blosc chunk of at most 16 bytes, found 17");
    }

    /** A filter that cannot encode is skipped on request if it is optional, and refused otherwise. */
    @Test
    void blosc2IsOnlyRead() throws Exception {
        FilterData data = FilterData.of(new byte[50]);
        Pipeline optional = pipeline(32026, Filter.OPTIONAL);
        assertThat(optional.skipping(true).encode(data, new Scratch()).mask()).isEqualTo(1);
        for (Pipeline each :
                List.of(optional, pipeline(32026, 0), pipeline(32026, 0).skipping(true))) {
            assertThatThrownBy(() -> each.encode(data, new Scratch()))
                    .isInstanceOf(FilterException.class)
                    .hasMessageStartingWith("filter 32026 (blosc2) can only be read, not written");
        }
    }
}
