package dev.fallow.spark.space;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Takes the columns that are needed, and the filters that the listing can apply. */
final class SpaceScanBuilder implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters {
    private final SpaceOptions options;
    private StructType columns;
    private final List<Predicate> pushed = new ArrayList<>();
    private ListingFilter filter = entry -> true;

    SpaceScanBuilder(SpaceOptions options) {
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
            ListingFilter known = ListingFilter.of(predicate, options.level());
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
        return new SpaceScan(options, columns, filter, List.copyOf(pushed));
    }
}
