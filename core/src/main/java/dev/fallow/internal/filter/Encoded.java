package dev.fallow.internal.filter;

import dev.fallow.filter.FilterData;

/**
 * A chunk as it is to be stored.
 *
 * @param data in an array of the scratch, valid until its next use; or the raw data itself
 * @param mask bit i is set if filter i of the pipeline was skipped
 */
public record Encoded(FilterData data, int mask) {}
