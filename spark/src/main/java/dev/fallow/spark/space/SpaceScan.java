package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileListing;
import dev.fallow.spark.hadoop.ListingFilter;
import dev.fallow.spark.hadoop.OneLine;
import dev.fallow.spark.hadoop.SparkContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/**
 * Takes the columns that are needed, and the filters that the listing can apply; then lists the files, and divides them among tasks.
 * Spark builds one scan with a builder, so that both are one object.
 */
final class SpaceScan implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, Scan, Batch {
    private final SpaceOptions options;
    private StructType columns;
    private final List<Predicate> pushed = new ArrayList<>();
    private ListingFilter filter = entry -> true;

    SpaceScan(SpaceOptions options) {
        this.options = options;
        columns = options.level().schema();
    }

    @Override
    public void pruneColumns(StructType required) {
        columns = required;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> left = new ArrayList<>();
        for (Predicate predicate : predicates) {
            ListingFilter known = ListingFilter.of(predicate, options.level()::listed);
            if (known == null) {
                left.add(predicate);
            } else {
                pushed.add(predicate);
                ListingFilter before = filter;
                filter = entry -> before.accepts(entry) && known.accepts(entry);
            }
        }
        return left.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    @Override
    public Scan build() {
        return this;
    }

    @Override
    public StructType readSchema() {
        return columns;
    }

    @Override
    public String description() {
        return "hdf5-space %s, columns %s, filters of the listing: %s"
                .formatted(
                        String.join(", ", options.paths()),
                        String.join(", ", columns.fieldNames()),
                        pushed.stream().map(Predicate::toString).collect(Collectors.joining(" AND ", "[", "]")));
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    private Configuration configuration() {
        return SparkContexts.configuration(options.all());
    }

    @Override
    public InputPartition[] planInputPartitions() {
        List<FileBatch> batches = new ArrayList<>();
        FileBatch.Packer packer = new FileBatch.Packer();
        int most = Math.min(SpacePartition.BATCH_FILES, options.filesPerPartition());
        return OneLine.of(() -> partitions(batches, packer, most));
    }

    private InputPartition[] partitions(List<FileBatch> batches, FileBatch.Packer packer, int most) {
        try {
            FileListing.forEach(options.paths(), configuration(), options.recursive(), options.names(), entry -> {
                if (filter.accepts(entry)) {
                    if (packer.files() == most
                            || packer.files() > 0
                                    && packer.length() + entry.version().length() > SpacePartition.BATCH_BYTES) {
                        batches.add(packer.pack());
                    }
                    packer.add(entry);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        if (packer.files() > 0) {
            batches.add(packer.pack());
        }
        return SpacePartition.of(
                batches, options.filesPerPartition(), SparkContexts.context().defaultParallelism());
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new SpaceRows.SpaceRowsFactory(
                options.level(), columns.fieldNames(), SparkContexts.broadcast(configuration()));
    }

    /** The files of one task. */
    record SpacePartition(List<FileBatch> batches) implements InputPartition {
        /** A few files per batch, so that few files are divided among all processors, and large ones, too. */
        static final int BATCH_FILES = 16;

        /** ... and a batch has no more bytes of files, unless it is one file. */
        static final long BATCH_BYTES = 256L << 20;

        /** The maximum number of partitions for each processor: files differ in their cost. */
        private static final int PER_PROCESSOR = 4;

        /** Divides the batches of a listing into partitions of neighbours. */
        static SpacePartition[] of(List<FileBatch> batches, int filesPerPartition, int processors) {
            long files = batches.stream().mapToLong(FileBatch::files).sum();
            long wanted =
                    Math.max((long) processors * PER_PROCESSOR, (files + filesPerPartition - 1) / filesPerPartition);
            int partitions = (int) Math.min(wanted, batches.size());
            SpacePartition[] all = new SpacePartition[partitions];
            for (int i = 0; i < partitions; i++) {
                int from = (int) ((long) i * batches.size() / partitions);
                int to = (int) ((i + 1L) * batches.size() / partitions);
                all[i] = new SpacePartition(List.copyOf(batches.subList(from, to)));
            }
            return all;
        }
    }
}
