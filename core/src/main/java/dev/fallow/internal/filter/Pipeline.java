package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.format.layout.FilterPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The filters of a dataset. They are looked up when the first chunk needs them, so the metadata of a dataset with unknown
 * filters can be read. Serves any number of threads, each with a {@link Scratch} of its own.
 */
public final class Pipeline {
    /** The maximum length of a chunk, in bytes: arrays of the JVM can be little longer. */
    public static final int MAX_CHUNK = Integer.MAX_VALUE - 64;

    /** Deflate, shuffle, fletcher32, szip, bzip2, lzf, blosc, lz4, bitshuffle, zstd. */
    private static final Set<Integer> LOSSLESS = Set.of(1, 2, 3, 4, 307, 32_000, 32_001, 32_004, 32_008, 32_015);

    private static final String HOW_TO_SKIP =
            "; the option withUnwritableFiltersSkipped writes chunks without such filters, uncompressed";

    private final List<dev.fallow.format.layout.Filter> stored;
    private final Filter[] filters;
    private final int[][] values;
    private final boolean skipping;

    /** Filters of which each must be applied to a chunk that is written. */
    public Pipeline(FilterPipeline message) {
        this(message, false);
    }

    /**
     * @param skipping whether chunks are written without the optional filters that are not available or can only be undone
     */
    public Pipeline(FilterPipeline message, boolean skipping) {
        this(message.filters(), skipping);
    }

    private Pipeline(List<dev.fallow.format.layout.Filter> stored, boolean skipping) {
        this.skipping = skipping;
        this.stored = stored;
        filters = new Filter[stored.size()];
        values = new int[stored.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = stored.get(i).clientData();
        }
    }

    /**
     * A chunk as it is to be stored.
     *
     * @param data in an array of the scratch, valid until its next use; or the raw data itself
     * @param mask bit i is set if filter i of the pipeline was skipped
     */
    public record Encoded(FilterData data, int mask) {}

    /**
     * The message for a new dataset.
     *
     * @param version 1 or 2
     * @param settings in the order in which the filters are applied when data is written
     * @throws FilterException if a filter is unknown, or chunks cannot be written with it
     * @throws IllegalArgumentException if a filter does not apply to such a dataset, or its values are invalid
     */
    public static FilterPipeline describe(int version, List<FilterSetting> settings, ElementTraits traits)
            throws FilterException {
        List<dev.fallow.format.layout.Filter> described = new ArrayList<>();
        for (FilterSetting setting : settings) {
            Filter filter = FilterRegistry.get(setting.id());
            if (!filter.encodes()) {
                throw new FilterException(onlyUndone(filter));
            }
            described.add(new dev.fallow.format.layout.Filter(
                    setting.id(),
                    filter.name(),
                    setting.optional() ? dev.fallow.format.layout.Filter.OPTIONAL : 0,
                    filter.valuesFor(setting.values(), traits)));
        }
        return new FilterPipeline(version, described);
    }

    /** The same filters for another container, which may skip filters or not. */
    public Pipeline skipping(boolean other) {
        return other == skipping ? this : new Pipeline(stored, other);
    }

    /** Whether the filters are known to decode to the bytes that they were given. */
    public boolean restoresAllBits() {
        return stored.stream().allMatch(filter -> LOSSLESS.contains(filter.id()));
    }

    public int size() {
        return filters.length;
    }

    /** The identifications of the filters, in their order. */
    List<Integer> ids() {
        return stored.stream().map(dev.fallow.format.layout.Filter::id).toList();
    }

    /**
     * The raw data of a chunk.
     *
     * @param data as stored; not changed
     * @param mask bit i is set if filter i was skipped when the chunk was written
     * @return in an array of the scratch, valid until its next use; or in the array of {@code data}
     * @throws FilterException if the data is invalid, a filter is not available, or the result has another length
     */
    public FilterData decode(FilterData data, int mask, int chunkBytes, Scratch scratch) throws FilterException {
        if (chunkBytes > MAX_CHUNK) {
            throw new FilterException("expected a chunk of at most " + MAX_CHUNK + " bytes, found " + chunkBytes);
        }
        FilterData current = data;
        for (int i = filters.length - 1; i >= 0; i--) {
            if (!skipped(mask, i)) {
                current = decode(i, current, limit(i, mask, chunkBytes), scratch);
            }
        }
        if (current.length() != chunkBytes) {
            throw new FilterException("expected " + chunkBytes + " bytes of raw data, found " + current.length());
        }
        return current;
    }

    private FilterData decode(int i, FilterData data, int limit, Scratch scratch) throws FilterException {
        Filter filter = filter(i);
        FilterData decoded;
        try {
            decoded = filter.decode(data, scratch.step(values[i], limit, data.array()));
        } catch (MissingFilterException e) {
            throw new MissingFilterException(inFilter(filter, e.getMessage(), e).getMessage());
        } catch (FilterException e) {
            throw inFilter(filter, e.getMessage(), e);
        }
        if (decoded.length() > limit) {
            throw inFilter(filter, "expected at most " + limit + " bytes, found " + decoded.length(), null);
        }
        return decoded;
    }

    /**
     * The maximum length of what filter i decodes to. Each filter before it may have made the chunk longer: a checksum,
     * a header, data that a compressor could not shrink.
     */
    private static int limit(int i, int mask, int chunkBytes) {
        long limit = chunkBytes;
        for (int before = 0; before < i; before++) {
            if (!skipped(mask, before)) {
                limit += limit / 8 + 4096;
            }
        }
        return (int) Math.min(limit, MAX_CHUNK);
    }

    private static boolean skipped(int mask, int i) {
        return (mask >>> i & 1) != 0;
    }

    /**
     * Applies the filters. An optional filter that does not apply to the chunk is skipped; also one that is not available or
     * can only be undone, if this pipeline skips such filters.
     *
     * @param raw not changed; may be in an array of the scratch
     * @throws FilterException if a filter can be neither applied nor skipped, or its values are invalid
     */
    public Encoded encode(FilterData raw, Scratch scratch) throws FilterException {
        FilterData current = raw;
        int mask = 0;
        scratch.hold(raw.array());
        try {
            for (int i = 0; i < filters.length; i++) {
                Optional<FilterData> encoded = encode(i, current, scratch);
                if (encoded.isEmpty()) {
                    mask |= 1 << i;
                } else {
                    current = encoded.get();
                }
            }
        } finally {
            scratch.hold(null);
        }
        return new Encoded(current, mask);
    }

    /** Returns nothing if the filter is skipped. */
    private Optional<FilterData> encode(int i, FilterData data, Scratch scratch) throws FilterException {
        boolean optional = stored.get(i).optional();
        String refusal = refusal(i);
        if (refusal != null) {
            throw new FilterException(refusal);
        } else if (problem(i) != null) {
            return Optional.empty();
        }
        Filter filter = filter(i);
        Optional<FilterData> encoded;
        try {
            encoded = filter.encode(data, scratch.step(values[i], MAX_CHUNK, data.array()));
        } catch (FilterException e) {
            throw inFilter(filter, e.getMessage(), e);
        }
        if (encoded.isEmpty() && !optional) {
            throw inFilter(
                    filter, "the filter is mandatory, and does not apply to these " + data.length() + " bytes", null);
        }
        return encoded;
    }

    /** Threads may look up the same filter at the same time; they find the same object. */
    private Filter filter(int i) throws FilterException {
        Filter filter = filters[i];
        if (filter == null) {
            filter = FilterRegistry.get(stored.get(i).id());
            filters[i] = filter;
        }
        return filter;
    }

    /** Why chunks cannot be written, because a filter can be neither applied nor skipped; null if they can. */
    public String refusal() {
        return first(this::refusal);
    }

    private String first(IntFunction<String> reason) {
        String found = null;
        for (int i = 0; i < filters.length && found == null; i++) {
            found = reason.apply(i);
        }
        return found;
    }

    private String refusal(int i) {
        String problem = problem(i);
        boolean optional = stored.get(i).optional();
        return problem == null || optional && skipping ? null : problem + (optional ? HOW_TO_SKIP : "");
    }

    /** Why the first filter that cannot be applied cannot be, whether or not it may be skipped; null if all can. */
    public String problem() {
        return first(this::problem);
    }

    /** Why filter i cannot be applied; null if it can. */
    private String problem(int i) {
        Filter found = FilterRegistry.find(stored.get(i).id());
        return found == null ? FilterRegistry.missing(stored.get(i).id()) : found.encodes() ? null : onlyUndone(found);
    }

    private static String onlyUndone(Filter filter) {
        return "filter %d (%s) can only be read, not written".formatted(filter.id(), filter.name());
    }

    private static FilterException inFilter(Filter filter, String problem, FilterException cause) {
        return new FilterException("filter " + filter.id() + " (" + filter.name() + "): " + problem, cause);
    }
}
