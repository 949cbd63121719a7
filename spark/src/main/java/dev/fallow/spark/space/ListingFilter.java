package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;

/** Whether a query can have rows of a file, as far as the listing tells. */
@FunctionalInterface
interface ListingFilter {
    boolean accepts(FileEntry entry);
}
