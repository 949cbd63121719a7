package dev.fallow.research.comparison;

import dev.fallow.research.comparison.Claims.Verdict;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;

/**
 * The numbers that agree with a statement. All bands follow one rule:
 *
 * <ul>
 *   <li>A number of a paper is that of ours within the factor {@value #FACTOR}, in both directions. All printed numbers
 *       are finer than that. If the number is a gain ("19 % more"), the factor is that of the gain; if it is a
 *       percentage of a whole, that of the smaller part: 94 % of the time at work and 6 % waiting are one statement.
 *   <li>A bound of a paper ("none above 6 %") is the end of the band.
 *   <li>An order, without a number, holds from {@value #RELEVANT} times as much on; of percentages of a whole, from one
 *       of the hundred on. What "does not change" stays within that factor.
 *   <li>"Slightly" and "a little" are from there up to {@value #SLIGHT} times as much.
 * </ul>
 *
 * A band is capped at what is possible, and such an end cannot be missed: percentages of a whole end at 0 and 100.
 *
 * @param low the least number that agrees; negative infinity if there is none
 * @param high the highest; infinity if there is none
 * @param least the least number that is possible
 * @param most the highest number that is possible
 */
public record Band(double low, double high, double least, double most) {
    /** Ours agrees with a number of a paper within this factor, in both directions. */
    public static final double FACTOR = 1.25;

    /** The least factor that counts as a difference. */
    public static final double RELEVANT = 1.01;

    /** What is slightly more is at most this many times as much. */
    public static final double SLIGHT = 1.1;

    private static final double ANY = Double.POSITIVE_INFINITY;

    /** Of ratios: something is ahead of something else. */
    public static final Band AHEAD = ofRatios(RELEVANT, ANY);

    /** Of differences between percentages of the same whole: something is ahead of something else. */
    public static final Band AHEAD_OF_HUNDRED = new Band(percent(RELEVANT), ANY, -100, ANY);

    /** Of ratios: nothing changes. */
    public static final Band SAME = ofRatios(1 / RELEVANT, RELEVANT);

    /** Of ratios: hardly anything changes, in either direction. */
    public static final Band NEARLY_SAME = ofRatios(1 / SLIGHT, SLIGHT);

    /** Of ratios: slightly more. */
    public static final Band SLIGHTLY_MORE = ofRatios(RELEVANT, SLIGHT);

    /** Of ratios: a little less. */
    public static final Band SLIGHTLY_LESS = ofRatios(1 / SLIGHT, 1 / RELEVANT);

    /** Of ratios: much more, that is, more than a number of a paper may differ from ours. */
    public static final Band MUCH_MORE = ofRatios(FACTOR, ANY);

    /** Caps the band at what is possible. */
    public Band {
        low = Math.max(low, least);
        high = Math.min(high, most);
    }

    /** Of numbers and ratios that cannot be negative. */
    public static Band ofRatios(double low, double high) {
        return new Band(low, high, 0, ANY);
    }

    /** The paper's number, which is positive. */
    public static Band near(double paper) {
        return ofRatios(paper / FACTOR, paper * FACTOR);
    }

    /** The paper's number, a percentage of a whole, between 0 and 100. */
    public static Band nearPercent(double paper) {
        double rest = 100 - paper;
        return paper <= rest
                ? ofPercent(paper / FACTOR, paper * FACTOR)
                : ofPercent(100 - rest * FACTOR, 100 - rest / FACTOR);
    }

    /** Percentages of a whole. */
    public static Band ofPercent(double low, double high) {
        return new Band(low, high, 0, 100);
    }

    /** The paper's gain: how many times as much something is, more than 1. */
    public static Band gain(double times) {
        return ofRatios(1 + (times - 1) / FACTOR, 1 + (times - 1) * FACTOR);
    }

    /** A band of ratios, for gains in percent, which may be losses. */
    public Band inPercent() {
        return new Band(percent(low), percent(high), -100, ANY);
    }

    private static double percent(double times) {
        return Math.rint(1e9 * 100 * (times - 1)) / 1e9;
    }

    /** Whether the whole interval is in the band, or none of it. */
    public Verdict judge(Interval ours) {
        if (ours.low() >= low && ours.high() <= high) {
            return Verdict.YES;
        }
        return ours.high() < low || ours.low() > high ? Verdict.NO : Verdict.UNDECIDED;
    }

    /**
     * The smallest change of our number, with its interval, that changes the verdict: if it agrees, that after which it
     * would not, or not for certain; if it does not agree, that after which an end of the interval is in the band.
     * Infinite if no change does. 0 if the verdict is not decided.
     */
    public double distance(Interval ours) {
        return switch (judge(ours)) {
            case YES -> {
                double down = low > least ? ours.low() - low : ANY;
                double up = high < most ? high - ours.high() : ANY;
                yield down <= up ? -down : up;
            }
            case NO -> ours.high() < low ? low - ours.high() : high - ours.low();
            case UNDECIDED -> 0;
        };
    }

    /** {@link #distance} as a cell: the number at which a "yes" fails, or how far a "no" is from the band. */
    String failsAt(Interval ours) {
        Verdict verdict = judge(ours);
        double distance = distance(ours);
        if (verdict == Verdict.UNDECIDED || Double.isInfinite(distance)) {
            return MarkdownTable.NOTHING;
        }
        String change = (distance > 0 ? "+" : "") + ReportNumbers.brief(distance);
        return verdict == Verdict.YES
                ? ReportNumbers.brief(ours.middle() + distance) + " (" + change + ")"
                : change + " to the band";
    }

    /** In the format of the tables. */
    @Override
    public String toString() {
        if (high == ANY) {
            return "at least " + ReportNumbers.brief(low);
        }
        return ReportNumbers.brief(low) + ", " + ReportNumbers.brief(high);
    }
}
