package dev.fallow.research.comparison.verdict;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.report.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sentence of the page: something has less of a measure than each of its rivals, in every column named, or more. It
 * holds if each of the ratios, with its interval, is in the band {@link Band#AHEAD}, and is false if one is outside; else
 * it is not decided.
 */
final class Rule {
    private final String statement;
    private final GroupNumbers numbers;
    private final GroupNumbers rivals;
    private final Metric metric;
    private final boolean more;

    private Rule(String statement, GroupNumbers numbers, GroupNumbers rivals, Metric metric, boolean more) {
        this.statement = statement;
        this.numbers = numbers;
        this.rivals = rivals;
        this.metric = metric;
        this.more = more;
    }

    /** The winner has less of a measure. */
    static Rule less(String statement, GroupNumbers numbers, Metric metric) {
        return new Rule(statement, numbers, numbers, metric, false);
    }

    /** The winner has more of a measure. */
    static Rule more(String statement, GroupNumbers numbers, Metric metric) {
        return more(statement, numbers, numbers, metric);
    }

    /** The winner has more of a measure than rivals in other results, whose first runs are the same. */
    static Rule more(String statement, GroupNumbers numbers, GroupNumbers rivals, Metric metric) {
        return new Rule(statement, numbers, rivals, metric, true);
    }

    /** Adds the sentence with its verdict to a table: our number is the least of the ratios, and where that is. */
    Claims.Verdict judge(Claims claims, String winner, Stream<String> others, List<String> columns) {
        List<Interval> leads = new ArrayList<>();
        Interval least = null;
        String where = "";
        for (String rival : others.toList()) {
            for (String column : columns) {
                List<Double> ours = numbers.samples(metric, winner, column);
                List<Double> theirs = rivals.samples(metric, rival, column).subList(0, ours.size());
                Interval times = more ? GroupNumbers.times(ours, theirs) : GroupNumbers.times(theirs, ours);
                leads.add(times);
                if (least == null || times.low() < least.low()) {
                    least = times;
                    where = "`" + rival + "`, " + column;
                }
            }
        }
        if (least == null) {
            throw new IllegalArgumentException(statement + ": no rivals");
        }
        return claims.order(statement, "%s times (%s)".formatted(least, where), Band.AHEAD, leads);
    }
}
