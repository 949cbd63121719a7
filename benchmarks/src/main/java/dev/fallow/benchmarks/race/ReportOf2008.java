package dev.fallow.benchmarks.race;

import dev.fallow.research.createdelete.ReportTest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of the report: CPU seconds of libhdf5 with its new free-space manager (size bins of skip lists,
 * "free-space branch") and with the previous one (a linked list, "trunk"). The attributes test could not be run then.
 */
final class ReportOf2008 {
    /** The name of the new manager in tables. */
    static final String BRANCH = "2008: skip lists";

    static final String TRUNK = "2008: linked list";

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
    record Row(int count, double branch, double trunk) {}

    /** The table of a test; empty for the one that was not run. */
    static List<Row> table(ReportTest test) {
        return TABLES.getOrDefault(test, List.of());
    }

    static Optional<Row> row(ReportTest test, int count) {
        return table(test).stream().filter(row -> row.count == count).findFirst();
    }
}
