package dev.fallow.filters;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;

/**
 * Filter 32026, Blosc 2, which is only decoded: a {@link Blosc2Frame} with one chunk ({@link BloscDecoder}), whose raw data is
 * a {@link Blosc2Grid} if it has several dimensions. The frame has all that is needed; the client data values are not used.
 */
public final class Blosc2Filter implements Filter {
    /** The chunk has no data: the top byte of its offset has this bit, and one of the following in the lowest three bits. */
    private static final int SPECIAL = 0x80;

    private static final int NAN = 2;
    private static final int NOT_INITIALISED = 4;

    /** For {@link java.util.ServiceLoader}. */
    public Blosc2Filter() {}

    @Override
    public int id() {
        return Filters.BLOSC2;
    }

    @Override
    public String name() {
        return "blosc2";
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        Blosc2Frame frame = Blosc2Frame.decode(in);
        int start = in.offset() + frame.headLength();
        FilterData chunk = new FilterData(in.array(), start, in.end() - start);
        Blosc2Grid grid = null;
        if (frame.grid() > 0) {
            FilterData head = new FilterData(in.array(), in.offset(), frame.headLength());
            grid = Blosc2Grid.decode(head, in.offset() + frame.grid(), frame.elementSize(), context);
        }
        if (frame.compressedLength() == 0) {
            return special(frame, grid, chunk, context);
        }
        if (grid == null) {
            return BloscDecoder.decode(chunk, context);
        }
        BloscHeader blocks = BloscHeader.decode(chunk, grid.limit());
        if (blocks.rawLength() != grid.limit() || blocks.blockSize() != grid.blockBytes()) {
            throw new FilterException("expected " + grid.limit() + " bytes in blocks of " + grid.blockBytes()
                    + ", found " + blocks.rawLength() + " in blocks of " + blocks.blockSize());
        }
        BloscDecoder.decode(chunk, context, grid);
        return grid.result();
    }

    private static FilterData special(Blosc2Frame frame, Blosc2Grid grid, FilterData index, FilterContext context)
            throws FilterException {
        int kind = kind(index);
        if (kind > NAN && kind != NOT_INITIALISED) {
            throw new FilterException("expected a special chunk of zeros or NaN or not initialised, found " + kind);
        }
        int size = frame.elementSize();
        long length = grid == null ? frame.rawLength() : grid.result().length();
        if (length < 0 || length > context.limit() || size > length) {
            throw new FilterException("expected at most " + context.limit() + " bytes of elements of " + size
                    + " bytes, found " + length);
        }
        byte[] out = context.array((int) length);
        byte[] element = kind == NAN ? BloscDecoder.nan(size) : new byte[size];
        BloscDecoder.repeat(element, size, out, (int) length);
        return new FilterData(out, 0, (int) length);
    }

    /** The index has 8 bytes after its head; it is not compressed. */
    private static int kind(FilterData index) throws FilterException {
        BloscHeader head = BloscHeader.decode(index, Long.BYTES);
        int at = index.offset() + head.headLength();
        if (head.rawLength() != Long.BYTES || !head.stored() || head.length() < head.headLength() + Long.BYTES) {
            throw new FilterException("expected the offset of a chunk in 8 bytes, found " + head.rawLength());
        }
        int kind = index.array()[at + Long.BYTES - 1] & 0xFF;
        if ((kind & SPECIAL) == 0) {
            throw new FilterException("expected a chunk or the offset of a special one, found neither");
        }
        return kind & 7;
    }

    @Override
    public FilterData encode(FilterData in, FilterContext context) throws FilterException {
        throw new FilterException("Blosc 2 can only be read: chunks of such a dataset cannot be written");
    }

    @Override
    public boolean encodes() {
        return false;
    }
}
