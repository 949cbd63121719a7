package dev.fallow.filters;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.CodecFormat;
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
    static final int LZ4 = 1;
    static final int SNAPPY = 2;
    static final int ZLIB = 3;
    static final int ZSTD = 4;

    private static final int NAN = 2;
    private static final int REPEATED = 3;

    /** Takes the blocks in their order. */
    interface Target {
        /** The maximum length of all blocks. */
        int limit();

        /** An array in which each block is to be at its place in the raw data; null if {@link #put} takes the blocks. */
        byte[] places();

        /**
         * Takes a block that is not at its place.
         *
         * @param block starts with the block
         * @param start of the block in the raw data of the chunk
         */
        void put(byte[] block, int start, int length);

        /**
         * Takes a chunk whose elements are all the same.
         *
         * @param element starts with the element
         * @param length of the raw data of the chunk
         */
        void fill(byte[] element, int size, int length);
    }

    private final FilterData in;
    private final BloscHeader head;
    private final Target target;
    private final BlockCodec codec;
    private final FilterContext context;

    /** Where the blocks are when all filters are undone; null if each is at the start of {@link #whole}, and given to the target. */
    private final byte[] places;

    private final byte[] whole;
    /** Blocks between two filters; null until a filter needs them. */
    private final byte[][] between = new byte[2][];

    private byte[] scratch;
    /** The first block, to which the filter delta gives differences. */
    private final byte[] first;

    /** The block as it is now. */
    private byte[] block;

    private int at;

    private BloscDecoder(FilterData in, BloscHeader head, FilterContext context, Target target) throws FilterException {
        this.in = in;
        this.head = head;
        this.target = target;
        this.context = context;
        codec = head.stored() || head.special() > 0 ? null : codec(head.codec(), context);
        places = target.places();
        whole = places == null ? context.array(head.blockSize()) : places;
        first = head.has(BloscHeader.DELTA) ? context.array(head.blockSize()) : null;
    }

    static BlockCodec codec(int number, FilterContext context) throws FilterException {
        return switch (number) {
            case 0 -> new BloscLz();
            case LZ4 -> context.codec(CodecFormat.LZ4);
            case SNAPPY -> context.codec(CodecFormat.SNAPPY);
            case ZLIB -> context.codec(CodecFormat.ZLIB);
            case ZSTD -> context.codec(CodecFormat.ZSTD);
            default -> throw new FilterException("expected a Blosc codec of at most 4, found " + number);
        };
    }

    /** The raw data of the chunk at the start of these bytes. */
    static FilterData decode(FilterData in, FilterContext context) throws FilterException {
        BloscHeader head = BloscHeader.decode(in, context.limit());
        byte[] out = context.array(head.rawLength());
        decode(in, context, new Target() {
            @Override
            public int limit() {
                return context.limit();
            }

            @Override
            public byte[] places() {
                return out;
            }

            @Override
            public void put(byte[] block, int start, int length) {
                throw new IllegalStateException("the block at " + start + " is at its place already");
            }

            @Override
            public void fill(byte[] element, int size, int length) {
                repeat(element, size, out, length);
            }
        });
        return new FilterData(out, 0, head.rawLength());
    }

    /** Gives all blocks of the chunk at the start of these bytes to the target. */
    static void decode(FilterData in, FilterContext context, Target target) throws FilterException {
        BloscHeader head = BloscHeader.decode(in, target.limit());
        if (head.rawLength() == 0) {
            return;
        }
        BloscDecoder decoder = new BloscDecoder(in, head, context, target);
        if (head.special() > 0) {
            decoder.special();
        } else if (head.stored()) {
            decoder.stored();
        } else {
            decoder.blocks();
        }
    }

    private int blockCount() {
        return (head.rawLength() - 1) / head.blockSize() + 1;
    }

    private int blockLength(int index) {
        return Math.min(head.blockSize(), head.rawLength() - index * head.blockSize());
    }

    private void special() throws FilterException {
        int size = head.elementSize();
        byte[] element = new byte[size];
        if (head.special() == NAN) {
            element = nan(size);
        } else if (head.special() == REPEATED) {
            if (head.length() < head.headLength() + size) {
                throw new FilterException("expected a value of " + size + " bytes after the head, found a chunk of "
                        + head.length() + " bytes");
            }
            System.arraycopy(in.array(), in.offset() + head.headLength(), element, 0, size);
        }
        target.fill(element, size, head.rawLength());
    }

    /** A little-endian NaN of this size. */
    static byte[] nan(int size) throws FilterException {
        byte[] nan = new byte[size];
        if (size == Float.BYTES) {
            Bytes.putLittleInt(nan, 0, Float.floatToIntBits(Float.NaN));
        } else if (size == Double.BYTES) {
            Bytes.putLittleLong(nan, 0, Double.doubleToLongBits(Double.NaN));
        } else {
            throw new FilterException("expected NaN in elements of 4 or 8 bytes, found " + size);
        }
        return nan;
    }

    /** Fills an array with an element; the last one may be cut off. */
    static void repeat(byte[] element, int size, byte[] out, int length) {
        System.arraycopy(element, 0, out, 0, Math.min(size, length));
        for (int done = size; done < length; done += Math.min(done, length - done)) {
            System.arraycopy(out, 0, out, done, Math.min(done, length - done));
        }
    }

    private void stored() throws FilterException {
        if (head.length() - head.headLength() < head.rawLength()) {
            throw new FilterException("expected " + head.rawLength() + " bytes that are not compressed, found "
                    + (head.length() - head.headLength()));
        }
        for (int i = 0; i < blockCount(); i++) {
            int start = i * head.blockSize();
            begin(start, 0);
            System.arraycopy(in.array(), in.offset() + head.headLength() + start, block, at, blockLength(i));
            end(start, blockLength(i));
        }
    }

    private void blocks() throws FilterException {
        int blocks = blockCount();
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
            int length = blockLength(i);
            int start = i * head.blockSize();
            int moves = moves(length);
            begin(start, moves);
            block(in.offset() + offset, length, length < head.blockSize() ? 1 : head.streams());
            unfilter(start, length, moves);
            end(start, length);
        }
    }

    /** The number of filters that move the bytes of a block to another array. */
    private int moves(int length) {
        int moves = 0;
        for (int filter : head.filters()) {
            moves += filter == BloscHeader.SHUFFLE || filter == BloscHeader.BITSHUFFLE && areBitsShuffled(length)
                    ? 1
                    : 0;
        }
        return moves;
    }

    /** Blosc 1 shuffles the bits of no block whose number of elements is not a multiple of 8; Blosc 2 copies what is left. */
    private boolean areBitsShuffled(int length) {
        return head.extended() || length % (8 * head.elementSize()) == 0;
    }

    /** Chooses the array for a block that will be moved so many times, so that it is at its place in the end. */
    private void begin(int start, int moves) {
        if (moves == 0) {
            block = whole;
            at = places == null ? 0 : start;
            return;
        }
        int next = moves & 1;
        between[next] = between[next] == null ? context.array(head.blockSize()) : between[next];
        block = between[next];
        at = 0;
    }

    private void end(int start, int length) {
        if (places == null) {
            target.put(whole, start, length);
        }
    }

    /** Restores the block at an index of the input. */
    private void block(int index, int length, int streams) throws FilterException {
        if (length % streams != 0) {
            throw new FilterException(
                    "expected blocks of elements of " + streams + " bytes, found " + length + " bytes");
        }
        int expected = length / streams;
        int end = in.offset() + head.length();
        int from = index;
        for (int i = 0; i < streams; i++) {
            int to = at + i * expected;
            int stored = end - from < 4 ? Integer.MAX_VALUE : Bytes.littleInt(in.array(), from);
            from += 4;
            int bytes = head.extended() && stored < 0 ? 1 : stored;
            if (bytes < 0 || bytes > end - from) {
                throw new FilterException(
                        "expected a stream within the chunk, found " + bytes + " bytes of " + (end - from));
            }
            if (stored == expected) {
                System.arraycopy(in.array(), from, block, to, expected);
            } else if (head.extended() && stored <= 0) {
                if (stored < 0 && (in.array()[from] & 1) == 0) {
                    throw new FilterException("expected 1 as the mark of a run of bytes, found " + in.array()[from]);
                }
                Arrays.fill(block, to, to + expected, (byte) -stored);
            } else {
                codec.restore(in.array(), from, stored, block, to, expected);
            }
            from += bytes;
        }
    }

    /** Undoes the filters, the last one first. */
    private void unfilter(int start, int length, int moves) {
        int left = moves;
        for (int i = head.filters().length - 1; i >= 0; i--) {
            int filter = head.filters()[i]; // others: nothing, or bits that were cut off
            if (filter == BloscHeader.DELTA) {
                undoDelta(start == 0, length);
            } else if (filter == BloscHeader.SHUFFLE || filter == BloscHeader.BITSHUFFLE && areBitsShuffled(length)) {
                byte[] from = block;
                begin(start, --left);
                if (filter == BloscHeader.SHUFFLE) {
                    ByteShuffle.unshuffle(from, 0, block, at, length, head.elementSize());
                } else {
                    unshuffleBits(from, length);
                }
            }
        }
    }

    private void unshuffleBits(byte[] from, int length) {
        int size = head.elementSize();
        int elements = length / size / 8 * 8;
        scratch = scratch == null ? context.array(head.blockSize()) : scratch;
        BitTranspose.unshuffle(from, 0, block, at, elements, size, scratch);
        System.arraycopy(from, elements * size, block, at + elements * size, length - elements * size);
    }

    /** Differences to the first block; in the first, to the element before. */
    private void undoDelta(boolean isFirst, int length) {
        if (!isFirst) {
            for (int i = 0; i < length; i++) {
                block[at + i] ^= first[i];
            }
            return;
        }
        int size = head.elementSize();
        int step = size == 2 || size == 4 || size % 8 == 0 ? Math.min(size, 8) : 1;
        for (int i = step; i < length; i++) {
            block[at + i] ^= block[at + i - step];
        }
        System.arraycopy(block, at, first, 0, length);
    }
}
