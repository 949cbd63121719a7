package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.NumberType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What Fallow has to reach.
 *
 * @param work the row
 * @param measure what is compared
 * @param other the contender, or the row of Fallow, that it is divided by; empty for a number of its own
 * @param most the limit
 * @param onlyFull whether the limit holds for the sizes of the full scale only
 */
record Target(String work, Measure measure, String other, double most, boolean onlyFull) {
    private static final String H5PY = DataRace.H5PY;

    /** The first rounds release less than what a call is divided for, so the file has the old and the new chunks. */
    private static final double GROWING = 1.9;

    private static final Set<NumberType> NOT_NUMBERS =
            EnumSet.of(NumberType.BOOLEAN, NumberType.ENUM, NumberType.ENUM_NUMBERS, NumberType.STRING);

    /** What is compared. */
    enum Measure {
        /** CPU seconds, divided by those of a contender. */
        CPU_OF_CONTENDER("CPU s"),
        /** CPU seconds with codecs from libraries, divided by those of a contender. */
        CPU_WITH_NATIVES("CPU s with natives"),
        /** CPU seconds, divided by those of another row. */
        CPU_OF_ROW("CPU s"),
        /** Elapsed seconds, divided by those of another row. */
        ELAPSED_OF_ROW("elapsed s"),
        /** CPU seconds. */
        CPU("CPU s"),
        /** The length of the file. */
        BYTES("bytes"),
        /** The longest file divided by its live bytes. */
        PEAK("highest length / live bytes"),
        /** The closed file divided by its live bytes. */
        END("closed length / live bytes");

        private final String label;

        Measure(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** What is compared, with what it is divided by. */
    String label() {
        return other.isEmpty() ? measure.label : measure.label + " / " + other;
    }

    private static Target ratio(String work, double most) {
        return new Target(work, Measure.CPU_OF_CONTENDER, H5PY, most, false);
    }

    private static Target withNatives(String work, double most) {
        return new Target(work, Measure.CPU_WITH_NATIVES, H5PY, most, false);
    }

    private static Target ofJhdf(String work, double most) {
        return new Target(work, Measure.CPU_OF_CONTENDER, Libraries.JHDF, most, false);
    }

    private static Target full(String work, Measure measure, double most) {
        return new Target(work, measure, "", most, true);
    }

    private static Target always(String work, Measure measure, double most) {
        return new Target(work, measure, "", most, false);
    }

    /** All targets, in the order of the report. */
    static List<Target> all() {
        List<Target> all = new ArrayList<>(ofRows());
        for (NumberType type : NumberType.values()) {
            for (String work : List.of(Works.WRITE, Works.READ)) {
                // float32 is what the others are compared with, and float16 has no limit
                if (type != NumberType.FLOAT32 && type != NumberType.FLOAT16) {
                    all.add(new Target(
                            type.label() + work,
                            Measure.CPU_OF_ROW,
                            NumberType.FLOAT32.label() + work,
                            NOT_NUMBERS.contains(type) ? 2 : 1.15,
                            true));
                }
            }
        }
        return all;
    }

    private static List<Target> ofRows() {
        return List.of(
                ratio("write", 1 / 0.8),
                ratio("read", 1 / 0.8),
                ratio("overwrite", 1 / 0.8),
                new Target("write", Measure.CPU_OF_CONTENDER, DataRace.H5PY_FORCED, 1 / 0.8, false),
                new Target("overwrite", Measure.CPU_OF_CONTENDER, DataRace.H5PY_FORCED, 1 / 0.8, false),
                ratio("none-read", 1.5),
                ratio("none-write", 2),
                ofJhdf("none-read", 0.5),
                ratio("deflate-1-read", 1),
                ofJhdf("deflate-1-read", 0.6),
                ratio("deflate-6-read", 1),
                ofJhdf("deflate-6-read", 0.6),
                ratio("deflate-1-write", 1.05),
                new Target("deflate-1-write-two-threads", Measure.CPU_OF_ROW, "deflate-1-write", 1.1, false),
                new Target("deflate-1-write-two-threads", Measure.ELAPSED_OF_ROW, "deflate-1-write", 1 / 1.8, true),
                ratio("lz4-read", 1.3),
                ratio("zstd-read", 1.2),
                ratio("blosc-read", 1.5),
                withNatives("deflate-1-write", 0.65),
                withNatives("deflate-1-read", 0.8),
                withNatives("lz4-read", 1.1),
                withNatives("zstd-write", 1.25),
                withNatives("zstd-read", 0.95),
                withNatives("blosc-read", 1.3),
                new Target("deflate-1-read-two-threads", Measure.CPU_OF_ROW, "deflate-1-read", 1.1, false),
                ratio("deflate-1-slices", 1.05),
                ofJhdf("deflate-1-slices", 0.7),
                ratio("none-slices", 2),
                full("append-1", Measure.CPU, 0.15),
                full("append-1000", Measure.CPU, 0.12),
                full("append-1", Measure.BYTES, 64_080_000),
                full("append-1000", Measure.BYTES, 64_080_000),
                always("wander-one-session", Measure.PEAK, 1.3),
                always("wander-reopened", Measure.PEAK, 1.3),
                always("grow-one-session", Measure.PEAK, GROWING),
                always("grow-reopened", Measure.PEAK, GROWING),
                always("wander-one-session", Measure.END, 1.25),
                always("wander-reopened", Measure.END, 1.25),
                always("grow-one-session", Measure.END, 1.25),
                always("grow-reopened", Measure.END, 1.25),
                full("tree-first-element", Measure.CPU, 0.005),
                full("array-first-element", Measure.CPU, 0.005),
                full("tree-list", Measure.CPU, 0.3),
                full("array-list", Measure.CPU, 0.3),
                full("tree-all-elements", Measure.CPU, 1.5),
                full("array-all-elements", Measure.CPU, 1.5),
                full("tree-delete", Measure.CPU, 0.13),
                full("array-delete", Measure.CPU, 0.13));
    }

    /** What was measured; empty if it was not. */
    OptionalDouble value(DataResults results) {
        Work row = Works.named(work);
        String ours = Libraries.FALLOW;
        return switch (measure) {
            case CPU_OF_CONTENDER -> quotient(results.cpu(row, ours), results.cpu(row, other));
            case CPU_WITH_NATIVES -> quotient(results.cpu(row, Libraries.NATIVES), results.cpu(row, other));
            case CPU_OF_ROW -> quotient(results.cpu(row, ours), results.cpu(Works.named(other), ours));
            case ELAPSED_OF_ROW -> quotient(results.wall(row, ours), results.wall(Works.named(other), ours));
            case CPU -> results.cpu(row, ours);
            case BYTES -> results.fileBytes(row, ours);
            case PEAK -> results.peak(row, ours);
            case END -> results.atTheEnd(row, ours);
        };
    }

    private static OptionalDouble quotient(OptionalDouble a, OptionalDouble b) {
        return a.isPresent() && b.isPresent() && b.getAsDouble() > 0
                ? OptionalDouble.of(a.getAsDouble() / b.getAsDouble())
                : OptionalDouble.empty();
    }
}
