package dev.fallow.research.createdelete;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of the report: CPU seconds of libhdf5 with its new free-space manager (size bins of skip lists,
 * "free-space branch") and with the previous one (a linked list, "trunk"). The attributes test could not be run then.
 */
public final class ReportOf2008 {
    private static final Map<ReportTest, List<Row>> TABLES = Map.of(
            ReportTest.GROUPS,
            List.of(
                    new Row(500, 0.107983, 0.118982),
                    new Row(1_000, 0.230965, 0.232964),
                    new Row(5_000, 1.824721, 2.511614),
                    new Row(10_000, 5.655142, 10.02247),
                    new Row(50_000, 161.09337, 643.3811)),
            ReportTest.DATASETS,
            List.of(
                    new Row(500, 0.189971, 0.301954),
                    new Row(1_000, 0.39194, 0.651901),
                    new Row(5_000, 2.251661, 9.32158),
                    new Row(10_000, 5.684133, 44.17526),
                    new Row(50_000, 102.67842, 1_431.526)),
            ReportTest.NESTED,
            List.of(new Row(500, 68.17364, 786.497), new Row(1_000, 288.9866, 10_998.77)));

    private ReportOf2008() {}

    /**
     * A row of a table.
     *
     * @param branch CPU seconds with skip lists
     * @param trunk CPU seconds with a linked list
     */
    public record Row(int count, double branch, double trunk) {
        /** How much more time the linked list takes. */
        public double quotient() {
            return trunk / branch;
        }
    }

    /** The table of a test; empty for the one that was not run. */
    public static List<Row> table(ReportTest test) {
        return TABLES.getOrDefault(test, List.of());
    }

    /** A row of the table of a test. */
    public static Optional<Row> row(ReportTest test, int count) {
        return table(test).stream().filter(row -> row.count == count).findFirst();
    }

    /**
     * What the larger one of the last two rows of a table is to the other one, and what it would be by section 6. n is the
     * number of objects in a set; in test 3, that of groups and datasets.
     *
     * @param few the smaller count
     * @param many the larger count
     * @param branch of the times with skip lists
     * @param trunk of the times with a linked list
     * @param linearithmic n log2 n
     * @param square n squared
     */
    public record Growth(int few, int many, double branch, double trunk, double linearithmic, double square) {}

    /** The growth at the end of a table; empty for the test that was not run. */
    public static Optional<Growth> growth(ReportTest test) {
        List<Row> rows = table(test);
        if (rows.size() < 2) {
            return Optional.empty();
        }
        Row few = rows.get(rows.size() - 2);
        Row many = rows.get(rows.size() - 1);
        double objects = ofSet(test, few.count);
        double times = ofSet(test, many.count) / objects;
        return Optional.of(new Growth(
                few.count,
                many.count,
                many.branch / few.branch,
                many.trunk / few.trunk,
                times * (1 + Math.log(times) / Math.log(objects)),
                times * times));
    }

    private static double ofSet(ReportTest test, int count) {
        return test == ReportTest.NESTED ? test.created(count) / 2.0 : count;
    }
}
