package dev.fallow.filters;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 32008, bitshuffle. The elements are cut into blocks; what is left forms a shorter block, of a multiple of 8
 * elements, and less than 8 elements are stored as they are. The bits of each block are grouped by position
 * ({@link BitTranspose}), and the block is compressed.
 *
 * <pre>
 *   value  client data
 *    0, 1  version of the library: 0, 4
 *     2    size of an element in bytes
 *     3    elements of a block, a multiple of 8; 0 for the default
 *     4    0 or absent: not compressed; 2: LZ4; 3: Zstandard
 *     5    level of Zstandard, which this encoder ignores
 *
 *   bytes  chunk that is compressed; numbers are big-endian
 *     8    raw length
 *     4    length of a block in bytes
 *   for each block:
 *     4    stored length
 *    ...   LZ4 block or Zstandard frame
 *   at the end: up to 7 elements as they are
 * </pre>
 */
public final class BitshuffleFilter implements Filter {
    private static final int HEADER = 12;
    private static final int SIZE = 2;
    private static final int BLOCK = 3;
    private static final int COMPRESSOR = 4;

    private static final int NONE = 0;
    private static final int LZ4 = 2;
    private static final int ZSTD = 3;

    private static final int DEFAULT_BLOCK_BYTES = 8192;
    private static final int MIN_BLOCK = 128;
    /** Of Zstandard. */
    private static final int LEVEL = 3;

    /** For {@link java.util.ServiceLoader}. */
    public BitshuffleFilter() {}

    @Override
    public int id() {
        return Filters.BITSHUFFLE;
    }

    @Override
    public String name() {
        return "bitshuffle";
    }

    /** The user gives values 3 to 5. */
    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        int[] values = new int[3 + requested.length];
        values[1] = 4;
        values[SIZE] = traits.elementSize();
        System.arraycopy(requested, 0, values, 3, requested.length);
        try {
            new Blocks(values);
        } catch (FilterException e) {
            throw new IllegalArgumentException("bitshuffle: " + e.getMessage(), e);
        }
        return values;
    }

    /** The client data values. */
    private static final class Blocks {
        private final int size;
        /** Elements of a block. */
        private final int block;

        private final int compressor;

        Blocks(int[] values) throws FilterException {
            size = values.length > SIZE ? values[SIZE] : 0;
            int stored = values.length > BLOCK ? values[BLOCK] : 0;
            compressor = values.length > COMPRESSOR ? values[COMPRESSOR] : NONE;
            if (size < 1
                    || stored < 0
                    || stored % 8 != 0
                    || compressor != NONE && compressor != LZ4 && compressor != ZSTD) {
                throw new FilterException(
                        "expected an element size as value 2, a multiple of 8 as value 3, and 0, 2 or 3"
                                + " as value 4, found " + Arrays.toString(values));
            }
            block = stored > 0 ? stored : Math.max(MIN_BLOCK, DEFAULT_BLOCK_BYTES / size / 8 * 8);
        }

        BlockCodec codec(FilterContext context) {
            return context.codec(compressor == LZ4 ? CodecFormat.LZ4 : CodecFormat.ZSTD);
        }
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        Blocks blocks = new Blocks(context.values());
        if (blocks.compressor == NONE) {
            return rearranged(in, context, blocks, false);
        }
        if (in.length() < HEADER) {
            throw new FilterException("expected a header of " + HEADER + " bytes, found " + in.length() + " bytes");
        }
        long length = Bytes.bigLong(in.array(), in.offset());
        int blockBytes = Bytes.bigInt(in.array(), in.offset() + 8);
        if (length < 0 || length > context.limit() || length % blocks.size != 0) {
            throw new FilterException("expected at most " + context.limit() + " bytes of elements of " + blocks.size
                    + " bytes, found " + length);
        }
        if (blockBytes < 1 || blockBytes % (8L * blocks.size) != 0) {
            throw new FilterException("expected blocks of a multiple of 8 elements of " + blocks.size + " bytes, found "
                    + blockBytes + " bytes");
        }
        BlockCodec codec = blocks.codec(context);
        byte[] out = context.array((int) length);
        int longest = (int) Math.min(blockBytes, length);
        byte[] block = context.array(longest);
        byte[] scratch = context.array(longest);
        int at = in.offset() + HEADER;
        int done = 0;
        int elements;
        while ((elements = next(length - done, blockBytes, blocks.size)) > 0) {
            int stored = in.end() - at < 4 ? -1 : Bytes.bigInt(in.array(), at);
            if (stored < 0 || stored > in.end() - at - 4) {
                throw new FilterException("expected a block after " + done + " of " + length + " bytes, found "
                        + (in.end() - at) + " bytes");
            }
            codec.restore(in.array(), at + 4, stored, block, 0, elements * blocks.size);
            BitTranspose.unshuffle(block, 0, out, done, elements, blocks.size, scratch);
            at += 4 + stored;
            done += elements * blocks.size;
        }
        if (in.end() - at < length - done) {
            throw new FilterException(
                    "expected " + (length - done) + " bytes after the last block, found " + (in.end() - at));
        }
        System.arraycopy(in.array(), at, out, done, (int) length - done);
        return new FilterData(out, 0, (int) length);
    }

    /** The number of elements of the next block; 0 if fewer than 8 are left. */
    private static int next(long left, int blockBytes, int size) {
        return (int) (Math.min(left, blockBytes) / size) / 8 * 8;
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        Blocks blocks = new Blocks(context.values());
        if (in.length() % blocks.size != 0) {
            throw new FilterException(
                    "expected elements of " + blocks.size + " bytes, found " + in.length() + " bytes");
        }
        if (blocks.compressor == NONE) {
            return Optional.of(rearranged(in, context, blocks, true));
        }
        BlockCodec codec = blocks.codec(context);
        long blockBytes = (long) blocks.block * blocks.size;
        int longest = (int) Math.min(blockBytes, in.length());
        // a compressed block is at most so much longer
        long most = in.length()
                + (in.length() / Math.min(blockBytes, Integer.MAX_VALUE) + 2)
                        * (4L + codec.maxLength(longest) - longest)
                + HEADER;
        if (blockBytes > Integer.MAX_VALUE || most > context.limit()) {
            return Optional.empty();
        }
        byte[] out = context.array((int) most);
        byte[] block = context.array(longest);
        byte[] scratch = context.array(longest);
        Bytes.putBigLong(out, 0, in.length());
        Bytes.putBigInt(out, 8, (int) blockBytes);
        int at = HEADER;
        int done = 0;
        int elements;
        while ((elements = next(in.length() - done, (int) blockBytes, blocks.size)) > 0) {
            int bytes = elements * blocks.size;
            BitTranspose.shuffle(in.array(), in.offset() + done, block, 0, elements, blocks.size, scratch);
            int stored = codec.compress(block, 0, bytes, out, at + 4, LEVEL);
            Bytes.putBigInt(out, at, stored);
            at += 4 + stored;
            done += bytes;
        }
        System.arraycopy(in.array(), in.offset() + done, out, at, in.length() - done);
        return Optional.of(new FilterData(out, 0, at + in.length() - done));
    }

    private static FilterData rearranged(FilterData in, FilterContext context, Blocks blocks, boolean encode)
            throws FilterException {
        if (in.length() % blocks.size != 0 || in.length() > context.limit()) {
            throw new FilterException("expected at most " + context.limit() + " bytes of elements of " + blocks.size
                    + " bytes, found " + in.length());
        }
        int blockBytes = (int) Math.min((long) blocks.block * blocks.size, Integer.MAX_VALUE);
        byte[] out = context.array(in.length());
        byte[] scratch = context.array(Math.min(blockBytes, in.length()));
        int done = 0;
        int elements;
        while ((elements = next(in.length() - done, blockBytes, blocks.size)) > 0) {
            if (encode) {
                BitTranspose.shuffle(in.array(), in.offset() + done, out, done, elements, blocks.size, scratch);
            } else {
                BitTranspose.unshuffle(in.array(), in.offset() + done, out, done, elements, blocks.size, scratch);
            }
            done += elements * blocks.size;
        }
        System.arraycopy(in.array(), in.offset() + done, out, done, in.length() - done);
        return new FilterData(out, 0, in.length());
    }
}
