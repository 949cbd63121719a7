package dev.fallow.filters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Blocks of Blosc are restored in as few arrays as their filters need, whatever was in the arrays before. */
class BloscBlocksTest {
    private static final int[] SIZES = {1, 2, 3, 4, 8};
    private static final int BLOCKS = 3;

    /** Counts the arrays, which are full of other bytes. */
    private static final class Context implements FilterContext {
        private final List<byte[]> arrays = new ArrayList<>();
        private final int limit;

        Context(int limit) {
            this.limit = limit;
        }

        @Override
        public int[] values() {
            return new int[0];
        }

        @Override
        public int limit() {
            return limit;
        }

        @Override
        public byte[] array(int length) {
            byte[] array = new byte[length + 5];
            Arrays.fill(array, (byte) 0x5A);
            arrays.add(array);
            return array;
        }

        @Override
        public BlockCodec codec(CodecFormat format) {
            return new Aircompressor().codec(format);
        }

        @Override
        public <T> T kept(Class<T> type, Supplier<? extends T> create) {
            return create.get();
        }
    }

    private static byte[] data(int length) {
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        return data;
    }

    /** A chunk of Blosc 2 whose blocks are filtered and not compressed. */
    private static byte[] chunk(byte[] raw, int size, int blockSize, int[] filters) {
        int blocks = (raw.length - 1) / blockSize + 1;
        ByteBuffer out = ByteBuffer.allocate(BloscHeader.EXTENDED_LENGTH + 8 * blocks + raw.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        out.put((byte) 5).put((byte) 1);
        out.put((byte) (BloscHeader.SHUFFLED
                | BloscHeader.BITS_SHUFFLED
                | BloscHeader.NOT_SPLIT
                | BloscDecoder.LZ4 << BloscHeader.CODEC_SHIFT));
        out.put((byte) size).putInt(raw.length).putInt(blockSize).putInt(out.capacity());
        for (int filter : filters) {
            out.put((byte) filter);
        }
        out.position(BloscHeader.EXTENDED_LENGTH + 4 * blocks);
        byte[][] first = new byte[filters.length][];
        for (int i = 0; i < blocks; i++) {
            byte[] block = Arrays.copyOfRange(raw, i * blockSize, Math.min(raw.length, (i + 1) * blockSize));
            for (int j = 0; j < filters.length; j++) {
                first[j] = i == 0 ? block : first[j];
                block = filtered(filters[j], block, size, first[j]);
            }
            out.putInt(BloscHeader.EXTENDED_LENGTH + 4 * i, out.position());
            out.putInt(block.length).put(block);
        }
        return out.array();
    }

    private static byte[] filtered(int filter, byte[] block, int size, byte[] first) {
        byte[] out = block.clone();
        if (filter == BloscHeader.SHUFFLE) {
            ByteShuffle.shuffle(block, 0, out, 0, block.length, size);
        } else if (filter == BloscHeader.BITSHUFFLE) {
            BitTranspose.shuffle(block, 0, out, 0, block.length / size / 8 * 8, size, new byte[block.length]);
        } else if (filter == BloscHeader.DELTA) {
            int step = size == 2 || size == 4 || size == 8 ? size : 1;
            for (int i = block == first ? step : 0; i < block.length; i++) {
                out[i] ^= block == first ? block[i - step] : first[i];
            }
        }
        return out;
    }

    @Test
    void blocksWithAnyFiltersAreRestoredAtTheirPlacesOrOneByOne() throws FilterException {
        for (int size : SIZES) {
            int blockSize = 40 * size;
            byte[] raw = data(BLOCKS * blockSize - 12 * size);
            for (int filters = 0; filters < 64; filters++) {
                int[] three = {filters & 3, filters >> 2 & 3, filters >> 4};
                if (Arrays.stream(three)
                                .filter(each -> each == BloscHeader.DELTA)
                                .count()
                        > 1) {
                    continue; // the differences refer to one first block
                }
                byte[] chunk = chunk(raw, size, blockSize, three);
                FilterData decoded = BloscDecoder.decode(FilterData.of(chunk), new Context(raw.length));
                assertThat(Arrays.copyOfRange(decoded.array(), decoded.offset(), decoded.end()))
                        .as("elements of %d bytes, filters %s", size, Arrays.toString(three))
                        .isEqualTo(raw);
                assertThat(oneByOne(chunk, raw.length))
                        .as("elements of %d bytes, filters %s, one by one", size, Arrays.toString(three))
                        .isEqualTo(raw);
            }
        }
    }

    private static byte[] oneByOne(byte[] chunk, int length) throws FilterException {
        byte[] out = new byte[length];
        BloscDecoder.decode(FilterData.of(chunk), new Context(length), new BloscDecoder.Target() {
            @Override
            public int limit() {
                return length;
            }

            @Override
            public byte[] places() {
                return null;
            }

            @Override
            public void put(byte[] block, int start, int bytes) {
                System.arraycopy(block, 0, out, start, bytes);
            }

            @Override
            public void fill(byte[] element, int size, int bytes) {
                throw new AssertionError("no chunk of one value");
            }
        });
        return out;
    }

    @Test
    void aShuffledChunkNeedsOneArrayBesidesTheResult() throws FilterException {
        int blockSize = 400;
        byte[] raw = data(BLOCKS * blockSize);
        assertThat(arrays(raw, blockSize)).containsExactly(raw.length);
        assertThat(arrays(raw, blockSize, BloscHeader.SHUFFLE)).containsExactly(raw.length, blockSize);
        assertThat(arrays(raw, blockSize, BloscHeader.BITSHUFFLE)).containsExactly(raw.length, blockSize, blockSize);
        assertThat(arrays(raw, blockSize, BloscHeader.SHUFFLE, BloscHeader.BITSHUFFLE))
                .containsExactly(raw.length, blockSize, blockSize, blockSize);
    }

    /** The lengths of the arrays with which a chunk is decoded. */
    private static List<Integer> arrays(byte[] raw, int blockSize, int... filters) throws FilterException {
        Context context = new Context(raw.length);
        BloscDecoder.decode(FilterData.of(chunk(raw, 4, blockSize, filters)), context);
        return context.arrays.stream().map(array -> array.length - 5).toList();
    }
}
