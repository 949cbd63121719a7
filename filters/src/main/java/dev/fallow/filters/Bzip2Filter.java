package dev.fallow.filters;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * Filter 307, bzip2: the chunk is one stream. One client data value, the level, 1 to 9; 9 if there is none. Further ones mean
 * nothing: PyTables stores three, the level, ten times the version of its format, and the kind of its object.
 */
public final class Bzip2Filter implements Filter {
    private static final int MAX_LEVEL = 9;

    /** For {@link java.util.ServiceLoader}. */
    public Bzip2Filter() {}

    @Override
    public int id() {
        return Filters.BZIP2;
    }

    @Override
    public String name() {
        return "bzip2";
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        if (requested.length == 0 || !isLevel(requested[0])) {
            throw new IllegalArgumentException(expectedLevel(requested));
        }
        return requested;
    }

    private static boolean isLevel(int level) {
        return level >= 1 && level <= MAX_LEVEL;
    }

    private static String expectedLevel(int[] values) {
        return "expected a bzip2 level of 1 to " + MAX_LEVEL + " as value 0, found " + Arrays.toString(values);
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        byte[] out = context.array(context.limit());
        int length = 0;
        boolean more;
        try (InputStream stream =
                new BZip2CompressorInputStream(new ByteArrayInputStream(in.array(), in.offset(), in.length()))) {
            length = stream.readNBytes(out, 0, context.limit());
            more = stream.read() >= 0;
        } catch (IOException | RuntimeException e) {
            throw new FilterException("invalid bzip2 stream of " + in.length() + " bytes: " + e.getMessage(), e);
        }
        if (more) {
            throw new FilterException("expected at most " + context.limit() + " bytes, found more");
        }
        return new FilterData(out, 0, length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        int level = values.length == 0 ? MAX_LEVEL : values[0];
        if (!isLevel(level)) {
            throw new FilterException(expectedLevel(values));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length() / 2 + 64);
        try (OutputStream stream = new BZip2CompressorOutputStream(out, level)) {
            stream.write(in.array(), in.offset(), in.length());
        } catch (IOException e) {
            throw new FilterException("bzip2: " + e.getMessage(), e);
        }
        return Optional.of(FilterData.of(out.toByteArray()));
    }
}
