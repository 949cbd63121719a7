package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileListing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.jdk.javaapi.CollectionConverters;

/** Lists the files, and divides them among tasks. */
final class SpaceScan implements Scan, Batch {
    private final SpaceOptions options;
    private final StructType columns;
    private final ListingFilter filter;
    private final List<Predicate> pushed;

    SpaceScan(SpaceOptions options, StructType columns, ListingFilter filter, List<Predicate> pushed) {
        this.options = options;
        this.columns = columns;
        this.filter = filter;
        this.pushed = pushed;
    }

    private static SparkSession session() {
        return (SparkSession) org.apache.spark.sql.SparkSession.active();
    }

    private Configuration configuration() {
        return session()
                .sessionState()
                .newHadoopConfWithOptions(
                        scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options.all())));
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

    @Override
    public InputPartition[] planInputPartitions() {
        List<FileBatch> batches = new ArrayList<>();
        FileBatch.Packer[] packer = {new FileBatch.Packer()};
        try {
            FileListing.forEach(options.paths(), configuration(), options.recursive(), options.names(), entry -> {
                if (!filter.accepts(entry)) {
                    return;
                }
                boolean full = packer[0].files() == Math.min(SpacePartition.BATCH_FILES, options.filesPerPartition())
                        || packer[0].files() > 0
                                && packer[0].length() + entry.version().length() > SpacePartition.BATCH_BYTES;
                if (full) {
                    batches.add(packer[0].pack());
                    packer[0] = new FileBatch.Packer();
                }
                packer[0].add(entry);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        if (packer[0].files() > 0) {
            batches.add(packer[0].pack());
        }
        return SpacePartition.of(
                batches, options.filesPerPartition(), session().sparkContext().defaultParallelism());
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new SpaceReaderFactory(
                options.level(),
                columns.fieldNames(),
                SerializableConfiguration.broadcast(session().sparkContext(), configuration()));
    }
}
