package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.report.Texts;
import dev.fallow.research.tournament.MovingPolicy;
import dev.fallow.research.tournament.RequestSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is proven of the policies that move blocks, beside what they do; and our own statements about them. */
public final class ReallocationClaims {
    /** The factor of an earlier simulation of ours. */
    private static final double LEAST = 10;

    private static final double MOST = 30;

    /** Bytes moved for each byte allocated of a policy that moves nearly nothing; a multiple of less says nothing. */
    private static final double NEARLY_NOTHING = 0.01;

    private final GroupNumbers numbers;

    /** @param numbers of a group of the experiment */
    public ReallocationClaims(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    // ---- bounds ----------------------------------------------------------------------------------------------

    /** A row for each policy: what is proven, and the worst of all columns. */
    String bounds() {
        MarkdownTable table = new MarkdownTable()
                .text("")
                .numbers(List.of(
                        "footprint, proven",
                        "highest",
                        "bytes moved per byte, proven",
                        "highest",
                        "% of what is proven, highest",
                        "blocks moved per request, proven"));
        for (MovingPolicy policy : MovingPolicy.all()) {
            String name = policy.name();
            double blocks = policy.bounds().blocksPerRequest();
            table.row(List.of(
                    name,
                    ReportNumbers.brief(policy.bounds().footprint()),
                    ReportNumbers.brief(most(Metric.FOOTPRINT, name)),
                    ReportNumbers.brief(most(Metric.PROVEN_BYTES, name)),
                    ReportNumbers.brief(most(Metric.MOVED_BYTES, name)),
                    ReportNumbers.brief(percentOfProven(name)),
                    blocks == Double.POSITIVE_INFINITY ? MarkdownTable.NOTHING : ReportNumbers.brief(blocks)));
        }
        return table.toString();
    }

    private double most(Metric metric, String policy) {
        return numbers.columns(metric).stream()
                .flatMap(column -> numbers.samples(metric, policy, column).stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }

    private double percentOfProven(String policy) {
        return numbers.columns(Metric.MOVED_BYTES).stream()
                .filter(column -> numbers.value(Metric.PROVEN_BYTES, policy, column) > 0)
                .mapToDouble(column -> 100
                        * numbers.value(Metric.MOVED_BYTES, policy, column)
                        / numbers.value(Metric.PROVEN_BYTES, policy, column))
                .max()
                .orElseThrow();
    }

    // ---- at the same footprint -------------------------------------------------------------------------------

    /**
     * How many times the bytes of a promised policy the cost-oblivious one would move if it had the same footprint: between two of
     * its shares, interpolated by the logarithms of bytes and of the footprint above 1. Empty if a policy moves nearly nothing, or no
     * share of those measured has that footprint.
     */
    public Optional<Interval> timesAtSameFootprint(String promised, String column) {
        List<Double> bytes = numbers.samples(Metric.MOVED_BYTES, promised, column);
        List<Double> footprints = numbers.samples(Metric.FOOTPRINT, promised, column);
        List<Double> others = new ArrayList<>();
        for (int seed = 0; seed < bytes.size(); seed++) {
            Optional<Double> other = interpolated(footprints.get(seed), column, seed);
            if (bytes.get(seed) < NEARLY_NOTHING || other.isEmpty()) {
                return Optional.empty();
            }
            others.add(other.get());
        }
        return Optional.of(GroupNumbers.times(others, bytes));
    }

    private Optional<Double> interpolated(double footprint, String column, int seed) {
        double x = Math.log(footprint - 1);
        double[] lower = null;
        for (String policy : costOblivious()) {
            double[] point = {
                Math.log(numbers.samples(Metric.FOOTPRINT, policy, column).get(seed) - 1),
                Math.log(numbers.samples(Metric.MOVED_BYTES, policy, column).get(seed))
            };
            if (lower != null && lower[0] <= x && x <= point[0] && lower[0] < point[0]) {
                double part = (x - lower[0]) / (point[0] - lower[0]);
                return Optional.of(Math.exp(lower[1] + part * (point[1] - lower[1])));
            }
            lower = point;
        }
        return Optional.empty();
    }

    private static List<String> costOblivious() {
        return MovingPolicy.all().stream()
                .map(MovingPolicy::name)
                .filter(name -> name.startsWith("cost-oblivious"))
                .toList();
    }

    private static List<String> promised() {
        return MovingPolicy.all().stream()
                .map(MovingPolicy::name)
                .filter(name -> name.startsWith("promised"))
                .toList();
    }

    /** All these factors; the first of a column is that of the smaller promise. */
    public List<Interval> allTimes() {
        List<Interval> all = new ArrayList<>();
        for (String policy : promised()) {
            for (String column : numbers.columns(Metric.MOVED_BYTES)) {
                timesAtSameFootprint(policy, column).ifPresent(all::add);
            }
        }
        return all;
    }

    /**
     * The statement of the simulation, for each column and promise.
     *
     * @param texts of the experiment
     */
    String simulation(Texts texts) {
        Claims claims = new Claims();
        for (String policy : promised()) {
            for (String column : numbers.columns(Metric.MOVED_BYTES)) {
                timesAtSameFootprint(policy, column)
                        .ifPresent(times -> claims.within(
                                "`" + column + "`, at the footprint of `" + policy
                                        + "`: cost-oblivious moves 10 to 30 times as many bytes",
                                Band.ofRatios(LEAST, MOST),
                                times));
            }
        }
        List<Interval> times = allTimes();
        if (times.isEmpty()) {
            return "";
        }
        long agree = claims.verdicts().stream()
                .filter(verdict -> verdict == Claims.Verdict.YES)
                .count();
        Map<String, String> values =
                Map.of("range", range(times), "agree", Long.toString(agree), "all", Integer.toString(times.size()));
        return claims.table() + "\n" + texts.section("times", values);
    }

    /** The least and the highest of some factors, in words. */
    public static String range(List<Interval> times) {
        double[] range =
                ReportNumbers.range(times.stream().map(Interval::middle).toList());
        return ReportNumbers.brief(range[0]) + " to " + ReportNumbers.brief(range[1]);
    }

    /** Where a bound for each block should pay. */
    String blocks() {
        Claims claims = new Claims();
        for (RequestSequence sequence : List.of(RequestSequence.FEW_LARGE, RequestSequence.FEW_SMALL)) {
            for (String policy : promised()) {
                String other = costOblivious().get(1);
                Interval ahead = numbers.ratio(Metric.MOVED_BLOCKS, policy, sequence.label(), other, sequence.label());
                claims.order(
                        "`" + sequence.label() + "`: `" + other + "` moves fewer blocks than `" + policy + "`",
                        numbers.median(Metric.MOVED_BLOCKS, other, sequence.label()) + " against "
                                + numbers.median(Metric.MOVED_BLOCKS, policy, sequence.label()),
                        Band.AHEAD,
                        List.of(ahead));
            }
        }
        return claims.table();
    }
}
