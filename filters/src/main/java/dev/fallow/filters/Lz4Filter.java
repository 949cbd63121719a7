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
 * Filter 32004, LZ4, of the HDF5 plugins. Numbers are big-endian. One client data value, the block size, 0 for the default;
 * further ones mean nothing.
 *
 * <pre>
 *   bytes  field
 *     8    raw length
 *     4    block size, at most the raw length
 *   for each block, of which the last may be shorter:
 *     4    stored length; that of the block if it is not compressed
 *    ...   LZ4 block, or the block itself
 * </pre>
 */
public final class Lz4Filter implements Filter {
    private static final int HEADER = 12;
    private static final int DEFAULT_BLOCK = 1 << 30;
    /** LZ4 has one. */
    private static final int LEVEL = 1;
    /** Of LZ4. */
    private static final int MAX_BLOCK = 0x7E000000;

    /** For {@link java.util.ServiceLoader}. */
    public Lz4Filter() {}

    @Override
    public int id() {
        return Filters.LZ4;
    }

    @Override
    public String name() {
        return "lz4";
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        if (requested.length != 1 || requested[0] < 0 || requested[0] > MAX_BLOCK) {
            throw new IllegalArgumentException(expectedBlockSize(requested));
        }
        return requested;
    }

    private static String expectedBlockSize(int[] values) {
        return "lz4: expected one value, a block size of 0 to " + MAX_BLOCK + ", found " + Arrays.toString(values);
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        byte[] from = in.array();
        if (in.length() < HEADER) {
            throw new FilterException("expected a header of " + HEADER + " bytes, found " + in.length() + " bytes");
        }
        long length = Bytes.bigLong(from, in.offset());
        int blockSize = Bytes.bigInt(from, in.offset() + 8);
        if (length < 0 || length > context.limit()) {
            throw new FilterException("expected at most " + context.limit() + " bytes, found " + length);
        }
        if (blockSize < 1 && length > 0) {
            throw new FilterException("expected a block size of at least 1, found " + blockSize);
        }
        BlockCodec codec = context.codec(CodecFormat.LZ4);
        byte[] out = context.array((int) length);
        int at = in.offset() + HEADER;
        int done = 0;
        while (done < length) {
            int block = (int) Math.min(blockSize, length - done);
            if (in.end() - at < 4) {
                throw new FilterException("expected a block after " + done + " of " + length + " bytes, found "
                        + (in.end() - at) + " bytes");
            }
            int stored = Bytes.bigInt(from, at);
            at += 4;
            if (stored < 0 || stored > in.end() - at) {
                throw new FilterException("expected a block of at most " + (in.end() - at) + " bytes, found " + stored);
            }
            if (stored == block) {
                System.arraycopy(from, at, out, done, block);
            } else {
                codec.restore(from, at, stored, out, done, block);
            }
            at += stored;
            done += block;
        }
        return new FilterData(out, 0, (int) length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        int requested = values.length == 0 ? 0 : values[0];
        if (requested < 0 || requested > MAX_BLOCK) {
            throw new FilterException(expectedBlockSize(values));
        }
        int blockSize = Math.min(requested == 0 ? DEFAULT_BLOCK : requested, in.length());
        BlockCodec codec = context.codec(CodecFormat.LZ4);
        long blocks = in.length() == 0 ? 0 : (in.length() - 1L) / blockSize + 1;
        long longest = HEADER + in.length() + 4 * blocks + codec.maxLength(blockSize) - blockSize;
        if (longest > context.limit()) {
            return Optional.empty();
        }
        byte[] out = context.array((int) longest);
        Bytes.putBigLong(out, 0, in.length());
        Bytes.putBigInt(out, 8, blockSize);
        int at = HEADER;
        int done = 0;
        while (done < in.length()) {
            int block = Math.min(blockSize, in.length() - done);
            int stored = codec.compress(in.array(), in.offset() + done, block, out, at + 4, LEVEL);
            if (stored >= block) {
                System.arraycopy(in.array(), in.offset() + done, out, at + 4, block);
                stored = block;
            }
            Bytes.putBigInt(out, at, stored);
            at += 4 + stored;
            done += block;
        }
        return Optional.of(new FilterData(out, 0, at));
    }
}
