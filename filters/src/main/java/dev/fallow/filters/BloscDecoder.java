package dev.fallow.filters;

import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import java.util.Arrays;

/**
 * Decodes a chunk of Blosc 1 or 2: after the {@link BloscHeader head} the offset of each block (4 bytes), then the blocks.
 * A block is one stream, or, if split, one for each byte of an element. A stream is its length (4) and its bytes:
 *
 * <pre>
 *   length          meaning
 *   raw length      not compressed
 *   0               Blosc 2: zeros
 *   negative        Blosc 2: bytes of this value, negated; one more byte, 1, follows
 *   others          compressed
 * </pre>
 */
final class BloscDecoder {
    private static final int NAN = 2;
    private static final int REPEATED = 3;

    private final FilterData in;
    private final BloscHeader head;
    private final BlockCodec codec;
    private final byte[] out;
    /** Blocks before and after a filter. */
    private byte[] block;

    private byte[] other;
    private final byte[] scratch;

    private BloscDecoder(FilterData in, BloscHeader head, FilterContext context) throws FilterException {
        this.in = in;
        this.head = head;
        codec = head.stored() || head.special() > 0 ? null : codec(head.codec(), Codecs.of(context));
        out = context.array(head.rawLength());
        block = context.array(head.blockSize());
        other = context.array(head.blockSize());
        scratch = context.array(head.blockSize());
    }

    private static BlockCodec codec(int number, Codecs codecs) throws FilterException {
        switch (number) {
            case 0:
                return codecs.bloscLz();
            case 1:
                return codecs.lz4();
            case 2:
                return codecs.snappy();
            case 3:
                return codecs.zlib();
            case 4:
                return codecs.zstd();
            default:
                throw new FilterException("expected a Blosc codec of at most 4, found " + number);
        }
    }

    /** The raw data of the chunk at the start of these bytes. */
    static FilterData decode(FilterData in, FilterContext context) throws FilterException {
        BloscHeader head = BloscHeader.decode(in, context.limit());
        if (head.rawLength() == 0) {
            return new FilterData(context.array(0), 0, 0);
        }
        BloscDecoder decoder = new BloscDecoder(in, head, context);
        if (head.special() > 0) {
            decoder.special();
        } else if (head.stored()) {
            decoder.stored();
        } else {
            decoder.blocks();
        }
        return new FilterData(decoder.out, 0, head.rawLength());
    }

    private void special() throws FilterException {
        int size = head.elementSize();
        int length = head.rawLength();
        Arrays.fill(out, 0, length, (byte) 0);
        if (head.special() == NAN) {
            fillNaN(out, length, size);
        } else if (head.special() == REPEATED) {
            if (head.length() < head.headLength() + size) {
                throw new FilterException("expected a value of " + size + " bytes after the head, found a chunk of "
                        + head.length() + " bytes");
            }
            int value = in.offset() + head.headLength();
            for (int at = 0; at < length; at++) {
                out[at] = in.array()[value + at % size];
            }
        }
    }

    /** Fills with little-endian numbers. */
    static void fillNaN(byte[] out, int length, int size) throws FilterException {
        if (size != Float.BYTES && size != Double.BYTES) {
            throw new FilterException("expected NaN in elements of 4 or 8 bytes, found " + size);
        }
        for (int at = 0; at + size <= length; at += size) {
            if (size == Float.BYTES) {
                Bytes.putLittleInt(out, at, Float.floatToIntBits(Float.NaN));
            } else {
                Bytes.putLittleLong(out, at, Double.doubleToLongBits(Double.NaN));
            }
        }
    }

    private void stored() throws FilterException {
        if (head.length() - head.headLength() < head.rawLength()) {
            throw new FilterException("expected " + head.rawLength() + " bytes that are not compressed, found "
                    + (head.length() - head.headLength()));
        }
        System.arraycopy(in.array(), in.offset() + head.headLength(), out, 0, head.rawLength());
    }

    private void blocks() throws FilterException {
        int size = head.blockSize();
        int blocks = (head.rawLength() - 1) / size + 1;
        if (blocks > (head.length() - head.headLength()) / 4) {
            throw new FilterException(
                    "expected the offsets of " + blocks + " blocks, found a chunk of " + head.length() + " bytes");
        }
        for (int i = 0; i < blocks; i++) {
            int offset = Bytes.littleInt(in.array(), in.offset() + head.headLength() + 4 * i);
            if (offset < head.headLength() + 4 * blocks || offset > head.length()) {
                throw new FilterException("expected block " + i + " within a chunk of " + head.length()
                        + " bytes, found offset " + offset);
            }
            int start = i * size;
            int length = Math.min(size, head.rawLength() - start);
            block(in.offset() + offset, length, length < size ? 1 : head.streams());
            unfilter(start, length);
        }
    }

    private void block(int from, int length, int streams) throws FilterException {
        if (length % streams != 0) {
            throw new FilterException(
                    "expected blocks of elements of " + streams + " bytes, found " + length + " bytes");
        }
        int expected = length / streams;
        int end = in.offset() + head.length();
        int at = from;
        for (int i = 0; i < streams; i++) {
            int to = i * expected;
            int stored = end - at < 4 ? Integer.MAX_VALUE : Bytes.littleInt(in.array(), at);
            at += 4;
            int bytes = head.extended() && stored < 0 ? 1 : stored;
            if (bytes < 0 || bytes > end - at) {
                throw new FilterException(
                        "expected a stream within the chunk, found " + bytes + " bytes of " + (end - at));
            }
            if (stored == expected) {
                System.arraycopy(in.array(), at, block, to, expected);
            } else if (head.extended() && stored <= 0) {
                if (stored < 0 && (in.array()[at] & 1) == 0) {
                    throw new FilterException("expected 1 as the mark of a run of bytes, found " + in.array()[at]);
                }
                Arrays.fill(block, to, to + expected, (byte) -stored);
            } else {
                codec.restore(in.array(), at, stored, block, to, expected);
            }
            at += bytes;
        }
    }

    /** Undoes the filters, the last one first, and puts the block into the result. */
    private void unfilter(int start, int length) {
        for (int i = head.filters().length - 1; i >= 0; i--) {
            switch (head.filters()[i]) {
                case BloscHeader.SHUFFLE:
                    ByteShuffle.unshuffle(block, 0, other, 0, length, head.elementSize());
                    swap();
                    break;
                case BloscHeader.BITSHUFFLE:
                    unshuffleBits(length);
                    break;
                case BloscHeader.DELTA:
                    undoDelta(start, length);
                    break;
                default:
                    // nothing, or bits that were cut off
                    break;
            }
        }
        System.arraycopy(block, 0, out, start, length);
    }

    private void swap() {
        byte[] filtered = other;
        other = block;
        block = filtered;
    }

    /** Blosc 1 shuffles no block whose number of elements is not a multiple of 8; Blosc 2 copies what is left. */
    private void unshuffleBits(int length) {
        int size = head.elementSize();
        int elements = length / size / 8 * 8;
        if (!head.extended() && (length % size != 0 || elements != length / size)) {
            return;
        }
        BitTranspose.unshuffle(block, 0, other, 0, elements, size, scratch);
        System.arraycopy(block, elements * size, other, elements * size, length - elements * size);
        swap();
    }

    /** Differences to the first block; in the first, to the element before. */
    private void undoDelta(int start, int length) {
        if (start > 0) {
            for (int i = 0; i < length; i++) {
                block[i] ^= out[i];
            }
            return;
        }
        int size = head.elementSize();
        int step = size == 2 || size == 4 || size % 8 == 0 ? Math.min(size, 8) : 1;
        for (int i = step; i < length; i++) {
            block[i] ^= block[i - step];
        }
    }
}
