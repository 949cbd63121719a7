package dev.fallow.filters;

import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.Filters.BloscShuffle;

/** Encodes a chunk of Blosc 1, in blocks that are not split. */
final class BloscEncoder {
    private static final int TARGET_BLOCK = 1 << 17;

    private final FilterData in;
    private final int size;
    private final BloscShuffle shuffle;
    private final BlockCodec codec;
    private final int format;
    private final int blockSize;
    private final byte[] out;
    private final byte[] block;
    private final byte[] compressed;
    private final byte[] scratch;

    /**
     * @param in at least one byte
     * @param size of an element, 1 to 255
     * @param format the number of the codec's format
     */
    BloscEncoder(FilterData in, FilterContext context, int size, BloscShuffle shuffle, BlockCodec codec, int format) {
        this.in = in;
        this.size = size;
        this.shuffle = shuffle;
        this.codec = codec;
        this.format = format;
        // a multiple of 8 elements: Blosc 1 does not shuffle the bits of other blocks
        int target = TARGET_BLOCK / (8 * size) * (8 * size);
        int whole = in.length() > size ? in.length() / size * size : in.length();
        blockSize = Math.min(target, whole);
        out = context.array(in.length());
        block = context.array(blockSize);
        compressed = context.array(codec.maxLength(blockSize));
        scratch = context.array(blockSize);
    }

    /** Returns null if the chunk would not be shorter than the data. */
    FilterData encode() {
        int blocks = (in.length() - 1) / blockSize + 1;
        long start = BloscHeader.LENGTH + 4L * blocks;
        if (start >= in.length()) {
            return null;
        }
        int at = (int) start;
        for (int i = 0; i < blocks; i++) {
            Bytes.putLittleInt(out, BloscHeader.LENGTH + 4 * i, at);
            int done = i * blockSize;
            int length = Math.min(blockSize, in.length() - done);
            at = block(in.offset() + done, length, at);
            if (at < 0) {
                return null;
            }
        }
        int shuffled = shuffle == BloscShuffle.BYTES
                ? BloscHeader.SHUFFLED
                : shuffle == BloscShuffle.BITS ? BloscHeader.BITS_SHUFFLED : 0;
        out[0] = BloscHeader.VERSION_1;
        out[1] = 1;
        out[2] = (byte) (shuffled | BloscHeader.NOT_SPLIT | format << BloscHeader.CODEC_SHIFT);
        out[3] = (byte) size;
        Bytes.putLittleInt(out, 4, in.length());
        Bytes.putLittleInt(out, 8, blockSize);
        Bytes.putLittleInt(out, 12, at);
        return new FilterData(out, 0, at);
    }

    /** Returns the index after the block, or -1 if the chunk would not be shorter than the data. */
    private int block(int from, int length, int at) {
        byte[] source = block;
        int sourceAt = 0;
        if (shuffle == BloscShuffle.BYTES) {
            ByteShuffle.shuffle(in.array(), from, block, 0, length, size);
        } else if (shuffle == BloscShuffle.BITS && length % (8 * size) == 0) {
            BitTranspose.shuffle(in.array(), from, block, 0, length / size, size, scratch);
        } else {
            source = in.array();
            sourceAt = from;
        }
        int stored = codec.compress(source, sourceAt, length, compressed, 0);
        if (stored < length) {
            source = compressed;
            sourceAt = 0;
        } else {
            stored = length;
        }
        if (at + 4L + stored >= in.length()) {
            return -1;
        }
        Bytes.putLittleInt(out, at, stored);
        System.arraycopy(source, sourceAt, out, at + 4, stored);
        return at + 4 + stored;
    }
}
