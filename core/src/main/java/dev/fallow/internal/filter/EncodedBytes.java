package dev.fallow.internal.filter;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of chunks that a session has encoded, for each sequence of filters. They decide when native code encodes, so that the same changes of
 * a file give the same bytes, whatever else the process does and however many threads it has.
 */
public final class EncodedBytes {
    private final Map<List<Integer>, AtomicLong> counts = new ConcurrentHashMap<>();

    /**
     * Counts a chunk, in the order in which chunks are handed in.
     *
     * @return the bytes before it
     */
    public long add(Pipeline filters, long length) {
        return counts.computeIfAbsent(filters.ids(), first -> new AtomicLong()).getAndAdd(length);
    }

    /** The bytes of the chunks so far. */
    public long of(Pipeline filters) {
        AtomicLong count = counts.get(filters.ids());
        return count == null ? 0 : count.get();
    }
}
