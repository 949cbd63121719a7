package dev.fallow.spark.read;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/**
 * Collects what a query wants. Conditions on indexes and coordinates narrow what is read to whole cells; Spark applies all
 * conditions to the rows again.
 */
final class Hdf5ScanBuilder
        implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, SupportsPushDownLimit {
    private final ReadOptions options;
    private final StructType schema;
    private final int rank;
    private final List<String> indexes;
    private final boolean widening;
    private final Files files;
    private final Configuration configuration;
    private final List<Bound> bounds = new ArrayList<>();
    private final List<Predicate> pushed = new ArrayList<>();
    private StructType required;
    private int limit = -1;

    /** @param indexes the columns on which conditions narrow what is read; null if unknown */
    Hdf5ScanBuilder(
            ReadOptions options,
            StructType schema,
            int rank,
            List<String> indexes,
            boolean widening,
            Files files,
            Configuration configuration) {
        this.options = options;
        this.schema = schema;
        this.rank = rank;
        this.indexes = indexes;
        this.widening = widening;
        this.files = files;
        this.configuration = configuration;
        required = schema;
    }

    @Override
    public void pruneColumns(StructType wanted) {
        required = wanted;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        StructType known = schema.add(Metadata.NAME, Metadata.TYPE);
        for (Predicate each : predicates) {
            List<Bound> found =
                    Bounds.of(each, known).stream().filter(this::narrows).toList();
            if (!found.isEmpty()) {
                bounds.addAll(found);
                pushed.add(each);
            }
        }
        return predicates;
    }

    /** Whether a condition may narrow what is read. */
    private boolean narrows(Bound bound) {
        return indexes == null
                || bound.column().equals(Metadata.ROW_INDEX_COLUMN)
                || bound.column().size() == 1 && indexes.contains(bound.column().get(0));
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    @Override
    public boolean pushLimit(int rows) {
        limit = rows;
        return true;
    }

    @Override
    public Scan build() {
        return new Hdf5Scan(
                new ReadPlan(options, schema, rank, widening, required, List.copyOf(bounds), limit),
                files,
                configuration);
    }
}
