package dev.fallow.internal.elements;

import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.internal.filter.EncodedBytes;
import dev.fallow.internal.filter.Pipeline.Encoded;
import dev.fallow.internal.filter.Scratch;
import java.util.Arrays;

/**
 * The bytes of a chunk as they are to be stored.
 *
 * @param mask the filters that were skipped
 */
public record FilteredChunk(FilterData data, int mask) {
    /**
     * Applies the filters of a dataset to a chunk.
     *
     * @param before the bytes that were encoded before ({@link EncodedBytes})
     * @param largestSize the largest number of bytes that the index can express; a chunk that would have more is stored without filters
     * @throws UnsupportedFeatureException if a filter is not available or fails
     */
    public static FilteredChunk of(
            ChunkedElements elements, long[] coordinates, byte[] raw, long before, long largestSize) {
        Scratch scratch = Scratches.take();
        try {
            return of(elements, coordinates, FilterData.of(raw), before, largestSize, scratch)
                    .apart(scratch);
        } finally {
            Scratches.give(scratch, raw.length);
        }
    }

    /** As above; the bytes are in the array of {@code raw} or in one of the scratch, valid until its next use. */
    static FilteredChunk of(
            ChunkedElements elements,
            long[] coordinates,
            FilterData raw,
            long before,
            long largestSize,
            Scratch scratch) {
        scratch.encodeAfter(before);
        try {
            Encoded encoded = elements.filters().encode(raw, scratch);
            return encoded.data().length() > largestSize // the index has no room for the number
                    ? new FilteredChunk(raw, elements.allFilters())
                    : new FilteredChunk(encoded.data(), encoded.mask());
        } catch (FilterException e) {
            throw new UnsupportedFeatureException(
                    "%s, chunk %s: %s".formatted(elements.where(), Arrays.toString(coordinates), e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new TooLargeException(
                    "%s, chunk %s: not enough memory to filter %d bytes"
                            .formatted(elements.where(), Arrays.toString(coordinates), raw.length()),
                    e);
        }
    }

    /** The same bytes, valid when the scratch is used again. */
    FilteredChunk apart(Scratch scratch) {
        return scratch.forget(data.array())
                ? this
                : new FilteredChunk(FilterData.of(Arrays.copyOfRange(data.array(), data.offset(), data.end())), mask);
    }

    /** The number of bytes. */
    public int length() {
        return data.length();
    }
}
