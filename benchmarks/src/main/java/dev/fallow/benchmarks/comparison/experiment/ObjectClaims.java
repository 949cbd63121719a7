package dev.fallow.benchmarks.comparison.experiment;

import static dev.fallow.benchmarks.comparison.GroupNumbers.percent;

import dev.fallow.benchmarks.comparison.Claims;
import dev.fallow.benchmarks.comparison.GroupNumbers;
import dev.fallow.benchmarks.comparison.Metric;
import dev.fallow.benchmarks.comparison.Numbers;
import dev.fallow.benchmarks.objects.ObjectStorageKind;
import java.util.List;

/** Statements of Iyengar, Jin and Challenger about their experiments, compared with the results here. */
final class ObjectClaims {
    private static final Metric RATE = Metric.OBJECTS_PER_SECOND;
    private static final Metric SPACE = Metric.DISK_MEGABYTES;
    private static final String FILES = ObjectStorageKind.FILES.label();
    private static final String TABLE = ObjectStorageKind.TABLE.label();
    private static final String BLOCKS = ObjectStorageKind.BLOCKS.label();
    private static final String DATABASE = ObjectStorageKind.H2_SQL.label();

    private final GroupNumbers numbers;
    private final Claims claims = new Claims();

    private ObjectClaims(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    /** Figures 5 and 6, for which the text only states which contender is ahead. */
    static Claims ofTests(GroupNumbers numbers) {
        ObjectClaims about = new ObjectClaims(numbers);
        for (String test : List.of("Wp", "R", "Iv", "Ie")) {
            double ratio = about.ratio(RATE, TABLE, FILES, test);
            about.claims.add(test + ": PMFLF is ahead of the file system", "`table` " + times(ratio), ratio > 1);
        }
        for (String test : List.of("Wn", "Ik")) {
            double ratio = about.ratio(RATE, TABLE, FILES, test);
            about.claims.add(test + ": it is not", "`table` " + times(ratio), ratio <= 1);
        }
        for (String row : List.of(TABLE, FILES)) {
            double least = Double.MAX_VALUE;
            String worst = "";
            for (String test : numbers.columns(RATE)) {
                double ratio = about.ratio(RATE, row, DATABASE, test);
                worst = ratio < least ? test : worst;
                least = Math.min(least, ratio);
            }
            about.claims.add(
                    (row.equals(TABLE) ? "PMFLF" : "The file system") + " is far ahead of the database",
                    "`" + row + "` at least " + times(least) + " (" + worst + ")",
                    least > 1.5);
        }
        return about.claims;
    }

    /** Figure 7. */
    static Claims ofSpace(GroupNumbers numbers) {
        ObjectClaims about = new ObjectClaims(numbers);
        List<String> runs = numbers.columns(SPACE);
        String first = runs.get(0);
        String last = runs.get(runs.size() - 1);
        String beforeLast = runs.get(Math.max(0, runs.size() - 2));
        double files = about.growth(FILES, first, last);
        about.claims.add(
                "the file system does not grow or shrink", signed(files) + ", with new sizes", Math.abs(files) < 10);
        double less = about.ratio(SPACE, TABLE, FILES, first);
        about.claims.add("PMFLF begins with a little less than the file system", times(less), less < 1);
        double grows = about.growth(TABLE, first, last);
        double atTheEnd = about.growth(TABLE, beforeLast, last);
        about.claims.add(
                "and grows slightly, to a steady state",
                signed(grows) + " in all, " + signed(atTheEnd) + " in the last run",
                grows > 0 && grows < 30 && Math.abs(atTheEnd) < 1);
        double database = about.ratio(SPACE, DATABASE, FILES, first);
        double growth = about.growth(DATABASE, first, last);
        double end = about.growth(DATABASE, beforeLast, last);
        about.claims.add("the database begins with somewhat more than either", times(database), database > 1);
        about.claims.add(
                "and grows rapidly, to a steady state",
                signed(growth) + " in all, " + signed(end) + " in the last run",
                growth > 30 && Math.abs(end) < 10);
        return about.claims;
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
            double theirs = about.ratio(metric, paperBlocks, paperFiles, sizes);
            double ours = about.ratio(metric, BLOCKS, FILES, sizes);
            boolean holds = metric == SPACE ? ours < 1 : ours >= 1 + (theirs - 1) / 2;
            about.claims.add(
                    sizes + ": PMFLF " + times(theirs) + " the file system",
                    "`blocks` " + times(ours) + " `files`",
                    holds);
        }
        return about.claims;
    }

    private double ratio(Metric metric, String row, String other, String column) {
        return numbers.value(metric, row, column) / numbers.value(metric, other, column);
    }

    private double growth(String row, String from, String to) {
        return 100 * (numbers.value(SPACE, row, to) / numbers.value(SPACE, row, from) - 1);
    }

    private static String times(double ratio) {
        return Numbers.brief(ratio) + " times";
    }

    private static String signed(double percent) {
        return (percent > 0 ? "+" : "") + percent(percent);
    }
}
