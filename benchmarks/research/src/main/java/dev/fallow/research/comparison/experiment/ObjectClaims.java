package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.objects.ObjectStorageKind;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.List;

/** Statements of Iyengar, Jin and Challenger about their experiments, compared with the results here. */
final class ObjectClaims {
    private static final Metric RATE = Metric.OBJECTS_PER_SECOND;
    private static final Metric SPACE = Metric.DISK_MEGABYTES;
    private static final String FILES = ObjectStorageKind.FILES.label();
    private static final String IN_PLACE = ObjectStorageKind.FILES_IN_PLACE.label();
    private static final String TABLE = ObjectStorageKind.TABLE.label();
    private static final String OWN_LIST = ObjectStorageKind.TABLE_OWN_LIST.label();
    private static final String BLOCKS = ObjectStorageKind.BLOCKS.label();
    private static final String STORE = ObjectStorageKind.MVSTORE.label();
    private static final String DATABASE = ObjectStorageKind.H2_SQL.label();

    private final GroupNumbers numbers;
    private final Claims claims = new Claims();

    private ObjectClaims(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    /** Figures 5 and 6, for which the text only states which contender is ahead. */
    static Claims ofTests(GroupNumbers numbers) {
        ObjectClaims about = new ObjectClaims(numbers);
        for (String files : List.of(FILES, IN_PLACE)) {
            if (numbers.rows(RATE).contains(files)) {
                for (String test : List.of("Wp", "R", "Iv", "Ie")) {
                    about.ahead(test + ": PMFLF is ahead of the file system", TABLE, files, test);
                }
                for (String test : List.of("Wn", "Ik")) {
                    about.ahead(test + ": the file system is ahead", files, TABLE, test);
                }
            }
        }
        for (String row : List.of(TABLE, FILES)) {
            for (String test : numbers.columns(RATE)) {
                String who = row.equals(TABLE) ? "PMFLF" : "the file system";
                about.ahead(test + ": " + who + " is ahead of the database", row, DATABASE, test);
            }
        }
        return about.claims;
    }

    /** Wp and Wn with both kinds of files. */
    static Claims ofRewriting(GroupNumbers numbers) {
        ObjectClaims about = new ObjectClaims(numbers);
        for (String files : List.of(IN_PLACE, FILES)) {
            about.ahead("Wp: PMFLF is ahead of the file system", TABLE, files, "Wp");
            for (String test : numbers.columns(RATE)) {
                if (test.startsWith("Wn")) {
                    about.ahead(test + ": the file system is ahead", files, TABLE, test);
                }
            }
        }
        return about.claims;
    }

    /** A geometric mean, as on the page of verdicts. */
    private static Interval times(GroupNumbers numbers, Metric metric, String row, String other, String column) {
        return GroupNumbers.times(numbers.samples(metric, row, column), numbers.samples(metric, other, column));
    }

    private void ahead(String statement, String row, String other, String column) {
        Interval ratio = times(numbers, RATE, row, other, column);
        claims.order(statement, "`%s` %s times `%s`".formatted(row, ratio, other), Band.AHEAD, List.of(ratio));
    }

    /** Figure 7. */
    static Claims ofSpace(GroupNumbers numbers) {
        ObjectClaims about = new ObjectClaims(numbers);
        List<String> runs = numbers.columns(SPACE);
        String first = runs.get(0);
        String last = runs.get(runs.size() - 1);
        String beforeLast = runs.get(Math.max(0, runs.size() - 2));
        about.growth("the file system does not grow or shrink: last run / first", IN_PLACE, last, first, Band.SAME);
        for (String table : List.of(TABLE, OWN_LIST)) {
            about.claims.within(
                    "PMFLF begins with a little less than the file system: `" + table + "`",
                    Band.SLIGHTLY_LESS,
                    numbers.ratio(SPACE, table, first, IN_PLACE, first));
            about.growth("and grows slightly: last run / first", table, last, first, Band.SLIGHTLY_MORE);
            about.growth("to a steady state: last run / the one before", table, last, beforeLast, Band.SAME);
        }
        if (!numbers.rows(SPACE).contains(DATABASE)) {
            return about.claims;
        }
        about.claims.within(
                "the database begins with somewhat more than the file system",
                Band.ofRatios(Band.RELEVANT, Band.FACTOR),
                numbers.ratio(SPACE, DATABASE, first, IN_PLACE, first));
        about.growth("and grows rapidly: last run / first", DATABASE, last, first, Band.MUCH_MORE);
        about.growth("to a steady state: last run / the one before", DATABASE, last, beforeLast, Band.SAME);
        return about.claims;
    }

    private void growth(String statement, String row, String to, String from, Band band) {
        claims.within(statement, band, numbers.ratio(SPACE, row, to, row, from));
    }

    /**
     * Tables 1 to 3: the ratios between the paper's two implementations, and between ours.
     *
     * @param metric of the table
     * @param paperFiles the row with the paper's numbers for the file system
     * @param paperBlocks the row with the paper's numbers for PMFLF
     */
    static Claims ofTable(GroupNumbers numbers, Metric metric, String paperFiles, String paperBlocks) {
        ObjectClaims about = new ObjectClaims(numbers);
        for (String sizes : numbers.columns(metric)) {
            double theirs = numbers.value(metric, paperBlocks, sizes) / numbers.value(metric, paperFiles, sizes);
            about.claims.near(
                    sizes + ": PMFLF " + ReportNumbers.brief(theirs)
                            + " times the file system, here `blocks` and `files`",
                    theirs,
                    times(numbers, metric, BLOCKS, FILES, sizes));
        }
        return about.claims;
    }

    /** Tables 1 to 3 beside both forms of the embedded database; empty if they were not measured. */
    static String besideDatabases(GroupNumbers numbers, Metric metric) {
        if (!numbers.rows(metric).contains(DATABASE)) {
            return "";
        }
        List<String> sizes = numbers.columns(metric);
        MarkdownTable table = new MarkdownTable().text("times as much").numbers(sizes);
        for (String row : List.of(BLOCKS, TABLE)) {
            for (String other : List.of(STORE, DATABASE)) {
                List<String> cells = new ArrayList<>(List.of("`" + row + "` / `" + other + "`"));
                for (String column : sizes) {
                    cells.add(times(numbers, metric, row, other, column).toString());
                }
                table.row(cells);
            }
        }
        return table.toString();
    }
}
