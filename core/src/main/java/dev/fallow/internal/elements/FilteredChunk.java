package dev.fallow.internal.elements;

import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
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
     * @param largestSize the largest number of bytes that the index can express; a chunk that would have more is stored without filters
     * @throws UnsupportedFeatureException if a filter is not available or fails
     */
    public static FilteredChunk of(ChunkedElements elements, long[] coordinates, byte[] raw, long largestSize) {
        Scratch scratch = Scratches.take();
        try {
            Encoded encoded = elements.filters().encode(FilterData.of(raw), scratch);
            FilterData data = encoded.data();
            if (data.length() > largestSize) { // the index has no room for the number
                return new FilteredChunk(FilterData.of(raw), elements.allFilters());
            }
            byte[] own = Arrays.copyOfRange(data.array(), data.offset(), data.end());
            return new FilteredChunk(FilterData.of(own), encoded.mask());
        } catch (FilterException e) {
            throw new UnsupportedFeatureException(
                    "%s, chunk %s: %s".formatted(elements.where(), Arrays.toString(coordinates), e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new TooLargeException(
                    "%s, chunk %s: not enough memory to filter %d bytes"
                            .formatted(elements.where(), Arrays.toString(coordinates), raw.length),
                    e);
        } finally {
            Scratches.give(scratch, raw.length);
        }
    }

    /** The number of bytes. */
    public int length() {
        return data.length();
    }
}
