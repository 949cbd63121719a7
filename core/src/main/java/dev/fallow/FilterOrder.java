package dev.fallow;

import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import java.util.Set;

/** Refuses filters in an order that defeats them. */
final class FilterOrder {
    private static final Set<Integer> ON_ELEMENTS =
            Set.of(Filters.SHUFFLE, Filters.BITSHUFFLE, Filters.NBIT, Filters.SCALE_OFFSET);
    private static final Set<Integer> COMPRESSING = Set.of(
            Filters.DEFLATE,
            Filters.SZIP,
            Filters.BZIP2,
            Filters.LZF,
            Filters.LZ4,
            Filters.ZSTD,
            Filters.BLOSC,
            Filters.BLOSC2);

    private FilterOrder() {}

    /** @throws IllegalArgumentException if a filter that works on elements comes after one that compresses */
    static void check(FilterSetting... filters) {
        FilterSetting compressing = null;
        for (FilterSetting filter : filters) {
            if (compressing != null && ON_ELEMENTS.contains(filter.id())) {
                throw new IllegalArgumentException(
                        "filters: %s works on elements, which %s has compressed; put it before"
                                .formatted(Filters.name(filter.id()), Filters.name(compressing.id())));
            } else if (COMPRESSING.contains(filter.id())) {
                compressing = filter;
            }
        }
    }
}
