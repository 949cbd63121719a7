package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.util.Arrays;

/**
 * Filter 6, scale-offset: the differences to the minimum of the chunk, in as many bits as the largest needs. Of
 * floating-point numbers a number of decimal digits is kept. Client data values: see {@link ScaleOffsetValues}.
 *
 * <pre>
 *   bytes  field
 *     4    bits of a code
 *     1    8, the length of the next field
 *     8    minimum; integers sign-extended, bits of a floating-point number in the low bytes
 *     8    zero
 *    ...   codes, the most significant bit first, without gaps; then at least one bit more. If a code has as many bits as a
 *          number: the numbers, little-endian
 * </pre>
 *
 * With a fill value, the code of all 1 bits means it.
 */
final class ScaleOffset implements Filter {
    private static final int HEADER = 21;
    private static final int MINIMUM = 5;

    @Override
    public int id() {
        return Filters.SCALE_OFFSET;
    }

    @Override
    public String name() {
        return "scaleoffset";
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return ScaleOffsetValues.of(requested, traits).stored();
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        ScaleOffsetValues values = ScaleOffsetValues.parse(context.values());
        if (values.leavesAlone()) {
            return in;
        }
        Numbers numbers = values.numbers();
        long length = (long) values.elements() * numbers.size();
        if (length > context.limit()) {
            throw new FilterException("expected at most " + context.limit() + " bytes, found " + values.elements()
                    + " elements of " + numbers.size() + " bytes");
        }
        if (in.length() < HEADER) {
            throw new FilterException("expected a header of " + HEADER + " bytes, found " + in.length() + " bytes");
        }
        long bits = Numbers.UINT32.get(in.array(), in.offset());
        int minimumLength = in.array()[in.offset() + 4];
        if (bits > 8 * numbers.size() || minimumLength != Long.BYTES) {
            throw new FilterException("expected codes of at most " + 8 * numbers.size()
                    + " bits and a minimum of 8 bytes, found " + bits + " bits and " + minimumLength + " bytes");
        }
        if (bits * values.elements() > 8L * (in.length() - HEADER)) {
            throw new FilterException("expected " + values.elements() + " codes of " + bits + " bits, found "
                    + (in.length() - HEADER) + " bytes");
        }
        byte[] out = context.array((int) length);
        int from = in.offset() + HEADER;
        if (bits == 8 * numbers.size()) {
            numbers.littleEndian().copy(in.array(), from, numbers, out, 0, values.elements());
        } else {
            long minimum = Numbers.INT64.get(in.array(), in.offset() + MINIMUM);
            new ScaleOffsetCodes(values, minimum, (int) bits).decode(new BitReader(in, from), out);
        }
        return new FilterData(out, 0, (int) length);
    }

    @Override
    public FilterData encode(FilterData in, FilterContext context) throws FilterException {
        ScaleOffsetValues values = ScaleOffsetValues.parse(context.values());
        if (values.leavesAlone()) {
            return in;
        }
        Numbers numbers = values.numbers();
        if ((long) values.elements() * numbers.size() != in.length()) {
            throw new FilterException("expected " + values.elements() + " elements of " + numbers.size()
                    + " bytes, found " + in.length() + " bytes");
        }
        ScaleOffsetCodes codes = ScaleOffsetCodes.of(values, in);
        boolean raw = codes.bits() == 8 * numbers.size();
        long length = HEADER + (raw ? in.length() : (long) values.elements() * codes.bits() / 8 + 1);
        if (length > Pipeline.MAX_CHUNK) {
            return null;
        }
        byte[] out = context.array((int) length);
        Arrays.fill(out, 0, HEADER, (byte) 0);
        out[(int) length - 1] = 0;
        Numbers.UINT32.put(out, 0, codes.bits());
        out[4] = Long.BYTES;
        Numbers.INT64.put(out, MINIMUM, codes.minimum());
        if (raw) {
            numbers.copy(in.array(), in.offset(), numbers.littleEndian(), out, HEADER, values.elements());
        } else {
            BitWriter writer = new BitWriter(out, HEADER);
            codes.encode(in, writer);
            writer.finish();
        }
        return new FilterData(out, 0, (int) length);
    }
}
