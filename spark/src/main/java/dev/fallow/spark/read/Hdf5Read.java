package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.ListingFilter;
import dev.fallow.spark.hadoop.SparkContexts;
import dev.fallow.spark.read.table.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A read of files as a table: the listing and the schema, from which scans are built. */
public final class Hdf5Read {
    /** Of all columns and rows. */
    private final ReadPlan whole;
    /** The columns on which conditions narrow what is read; null if unknown. */
    private final List<String> indexes;

    private final List<FileEntry> files;
    private final Configuration configuration;

    private Hdf5Read(ReadPlan whole, List<String> indexes, List<FileEntry> files, Configuration configuration) {
        this.whole = whole;
        this.indexes = indexes;
        this.files = files;
        this.configuration = configuration;
    }

    /** Lists the files and finds the schema. */
    public static Hdf5Read infer(Map<String, String> given) {
        ReadOptions options = ReadOptions.of(new CaseInsensitiveStringMap(given));
        Configuration configuration = SparkContexts.configuration(given);
        List<FileEntry> files = options.list(configuration);
        TableSchema found = TableSchema.infer(options, files, configuration);
        ReadOptions known = options.withTable(options.table().withDataset(found.path()));
        FolderColumns folders = FolderColumns.of(
                options.bases(configuration), files, null, SQLConf.get().partitionColumnTypeInferenceEnabled());
        StructType schema = folders.added(found.schema());
        return new Hdf5Read(
                new ReadPlan(known, schema, folders, found.rank(), options.mergeSchema(), schema, List.of(), -1),
                found.indexes(),
                files,
                configuration);
    }

    /** Lists the files; each must have the columns of the schema, perhaps of narrower types. */
    public static Hdf5Read of(StructType schema, Map<String, String> given) {
        ReadOptions options = ReadOptions.of(new CaseInsensitiveStringMap(given));
        Configuration configuration = SparkContexts.configuration(given);
        List<FileEntry> files = options.list(configuration);
        FolderColumns folders = FolderColumns.of(options.bases(configuration), files, schema, false);
        ReadPlan whole = new ReadPlan(options, schema, folders, -1, true, schema, List.of(), -1);
        return new Hdf5Read(whole, null, files, configuration);
    }

    /** The columns. */
    public StructType schema() {
        return whole.schema();
    }

    /** A builder of a scan. */
    public ScanBuilder scanBuilder() {
        return new Builder();
    }

    /** The columns that rows have besides those of the files. */
    public static MetadataColumn[] metadataColumns() {
        return new MetadataColumn[] {new Metadata()};
    }

    /**
     * Collects what a query wants. Conditions on indexes and coordinates narrow what is read to whole cells; Spark applies all
     * conditions to the rows again.
     */
    private final class Builder
            implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, SupportsPushDownLimit {
        private final List<Bound> bounds = new ArrayList<>();
        private final List<ListingFilter> filters = new ArrayList<>();
        private final List<Predicate> pushed = new ArrayList<>();
        private StructType required = whole.schema();
        private int limit = -1;

        @Override
        public void pruneColumns(StructType wanted) {
            required = wanted;
        }

        @Override
        public Predicate[] pushPredicates(Predicate[] predicates) {
            StructType known = schema().add(Metadata.NAME, Metadata.TYPE);
            for (Predicate each : predicates) {
                List<Bound> found =
                        Bound.of(each, known).stream().filter(this::narrows).toList();
                bounds.addAll(found);
                ListingFilter filter = ListingFilter.of(each, this::listed);
                if (filter != null) {
                    filters.add(filter);
                }
                if (!found.isEmpty() || filter != null) {
                    pushed.add(each);
                }
            }
            return predicates;
        }

        /** What the listing tells: names of folders, and of files. */
        private Function<FileEntry, Comparable<?>> listed(String... names) {
            boolean metadata = names.length == 2
                    && names[0].equals(Metadata.NAME)
                    && SparkTypes.index(schema(), Metadata.NAME) < 0;
            return metadata
                    ? Metadata.listed(names[1])
                    : names.length == 1 ? whole.folders().listed(names[0]) : null;
        }

        /** Whether a condition may narrow what is read. */
        private boolean narrows(Bound bound) {
            if (whole.folders().has(bound.column().get(0))) {
                return false;
            }
            return indexes == null
                    || bound.column().equals(Metadata.ROW_INDEX_COLUMN)
                    || bound.column().size() == 1
                            && indexes.contains(bound.column().get(0));
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
            List<FileEntry> wanted = files.stream()
                    .filter(file -> filters.stream().allMatch(each -> each.accepts(file)))
                    .toList();
            return new Hdf5Scan(whole.narrowed(required, List.copyOf(bounds), limit), wanted, configuration);
        }
    }
}
