package dev.fallow.internal.filter;

import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;

/**
 * Filter 4, szip: adaptive entropy coding (CCSDS 121.0-B, "AEC"). See {@link SzipValues} and {@link SzipDecoder}.
 *
 * <pre>
 *   bytes  field
 *     4    raw length, little-endian
 *    ...   the blocks of each scanline, without gaps between bits
 * </pre>
 */
final class Szip implements Filter {
    private static final int HEADER = 4;

    @Override
    public int id() {
        return Filters.SZIP;
    }

    @Override
    public String name() {
        return "szip";
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return SzipValues.of(requested, traits).stored();
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        SzipValues values = SzipValues.parse(context.values());
        if (in.length() < HEADER) {
            throw new FilterException("expected a header of " + HEADER + " bytes, found " + in.length() + " bytes");
        }
        long length = Numbers.UINT32.get(in.array(), in.offset());
        if (length > context.limit() || length % values.pixelBytes() != 0) {
            throw new FilterException("expected at most " + context.limit() + " bytes of pixels of "
                    + values.pixelBytes() + " bytes, found " + length);
        }
        int bytes = (int) length;
        byte[] samples = context.array(bytes);
        new SzipDecoder(values, new BitReader(in, in.offset() + HEADER), samples, bytes).decode();
        if (!values.planes()) {
            return new FilterData(samples, 0, bytes);
        }
        byte[] out = context.array(bytes);
        ByteShuffle.unshuffle(samples, 0, out, 0, bytes, values.pixelBytes());
        return new FilterData(out, 0, bytes);
    }

    @Override
    public FilterData encode(FilterData in, FilterContext context) throws FilterException {
        SzipValues values = SzipValues.parse(context.values());
        int size = values.pixelBytes();
        if (in.length() % size != 0) {
            throw new FilterException("expected pixels of " + size + " bytes, found " + in.length() + " bytes");
        }
        FilterData samples = in;
        if (values.planes()) {
            byte[] planes = context.array(in.length());
            ByteShuffle.shuffle(in.array(), in.offset(), planes, 0, in.length(), size);
            samples = new FilterData(planes, 0, in.length());
        }
        byte[] out = context.array(SzipEncoder.room(in.length()));
        int length = new SzipEncoder(values, samples, out, HEADER, in.length()).encode();
        if (length < 0) {
            return null;
        }
        Numbers.UINT32.put(out, 0, in.length());
        return new FilterData(out, 0, length);
    }
}
