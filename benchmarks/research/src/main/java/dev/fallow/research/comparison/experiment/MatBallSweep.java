package dev.fallow.research.comparison.experiment;

import dev.fallow.research.comparison.Band;
import dev.fallow.research.comparison.Claims;
import dev.fallow.research.comparison.Experiment;
import dev.fallow.research.comparison.ExperimentFindings;
import dev.fallow.research.comparison.GroupNumbers;
import dev.fallow.research.comparison.Metric;
import dev.fallow.research.comparison.Results;
import dev.fallow.research.comparison.Scale;
import dev.fallow.research.policy.matball.ExtentShape;
import dev.fallow.research.report.Interval;
import dev.fallow.research.report.ReportNumbers;
import dev.fallow.research.tiers.HybridVolume;
import dev.fallow.research.tiers.PlainVolume;
import dev.fallow.research.tiers.ServiceTimes;
import dev.fallow.research.tiers.Volume;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Figures 4 to 7 of No and Park: files of 64 KB to 256 MB written and read on the hybrid volume and on one device. Time
 * is simulated, so the numbers are the same on every machine and at every scale.
 */
public final class MatBallSweep implements Experiment {
    public static final String NAME = "matball-sweep";

    private static final long KB = 1024;
    private static final long LEAST = 64 * KB;
    private static final long MOST = 256 * 1024 * KB;
    private static final Metric SPEED = Metric.MEGABYTES_PER_SECOND;
    private static final String SENSITIVITY = "sensitivity: writing 256 MB, by microseconds of a request";
    private static final String CACHED = "sensitivity: reading, by the percentage of the file in the page cache";
    private static final String LARGE_OVER_SMALL = "MatBall, extents of 256 KB over 64 KB";
    private static final String OVER_EXT2 = "MatBall, extents of 64 KB, over ext2 with requests of ";
    private static final int[] REQUEST_MICROS = {1, 2, 5, 10, 15, 20, 30, 50, 100};
    private static final int[] EXT2_REQUESTS = {4, 8, 16, 32, 64};
    private static final int[] SWEPT_REQUESTS = {8, 16};
    private static final int[] CACHED_PERCENT = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
    private static final long[] CACHED_SIZES = {LEAST, 1024 * KB, MOST};
    private static final int EXTENTS_64 = (int) (4 * MOST / KB / 64);
    private static final String LARGEST = Long.toString(MOST / KB);
    private static final String SMALLEST = Long.toString(LEAST / KB);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return texts().section(
                        DESCRIPTION, Map.of("fast", describe(ServiceTimes.FAST), "slow", describe(ServiceTimes.SLOW)));
    }

    private static String describe(ServiceTimes times) {
        return times.name() + " " + ReportNumbers.brief(times.positionNanos() / 1e6) + " ms to another place, "
                + ReportNumbers.brief(times.requestNanos() / 1e3) + " µs a request, "
                + ReportNumbers.brief(times.readBytesPerSecond() / 1e6) + " MB/s read and "
                + ReportNumbers.brief(times.writeBytesPerSecond() / 1e6) + " written";
    }

    /** The group of a figure: 4 and 5 are writing, 4 and 6 have λ 16. */
    static String figure(int number) {
        return "figure " + number + ", " + (number < 6 ? "write" : "read") + ", λ " + threshold(number);
    }

    private static int threshold(int figure) {
        return figure % 2 == 0 ? 16 : 32;
    }

    static String matBall(int blocks, int threshold) {
        return "MatBall " + blocks + " KB, λ " + threshold;
    }

    static String ext2(int request, boolean fast) {
        return "ext2 " + request + " KB, " + (fast ? "fast" : "slow");
    }

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        for (int figure = 4; figure <= 7; figure++) {
            for (Map.Entry<String, Volume> volume : volumes(threshold(figure)).entrySet()) {
                for (long size = LEAST; size <= MOST; size *= 2) {
                    double nanos = nanos(volume.getValue(), (int) (size / KB), size, figure < 6);
                    findings.add(figure(figure), Long.toString(size / KB), volume.getKey(), SPEED, size * 1e3 / nanos);
                }
            }
        }
        sensitivity(findings);
        cached(findings);
    }

    /** The time of writing or reading a file, which is then deleted. */
    private static double nanos(Volume volume, int file, long size, boolean write) {
        double written = volume.write(file, size);
        double read = volume.read(file);
        volume.delete(file);
        return write ? written : read;
    }

    private static Map<String, Volume> volumes(int threshold) {
        Map<String, Volume> volumes = new LinkedHashMap<>();
        for (int blocks : new int[] {64, 256}) {
            volumes.put(matBall(blocks, threshold), new HybridVolume(new ExtentShape(blocks, threshold), (int)
                    (4 * MOST / KB / blocks)));
        }
        for (int request : SWEPT_REQUESTS) {
            volumes.put(ext2(request, true), new PlainVolume(ServiceTimes.FAST, request * KB));
            volumes.put(ext2(request, false), new PlainVolume(ServiceTimes.SLOW, request * KB));
        }
        return volumes;
    }

    /**
     * The gains of writing at the parameters that the paper does not give: the time of a request of the fast device,
     * and the size of ext2's requests.
     */
    private static void sensitivity(ExperimentFindings findings) {
        for (int micros : REQUEST_MICROS) {
            ServiceTimes fast = ServiceTimes.FAST.withRequestNanos(1000L * micros);
            String column = Integer.toString(micros);
            double small = written(new HybridVolume(new ExtentShape(64, 16), EXTENTS_64, fast, ServiceTimes.SLOW));
            double large = written(new HybridVolume(new ExtentShape(256, 16), EXTENTS_64 / 4, fast, ServiceTimes.SLOW));
            findings.add(SENSITIVITY, column, LARGE_OVER_SMALL, Metric.RATIO, large / small);
            for (int request : EXT2_REQUESTS) {
                findings.add(
                        SENSITIVITY,
                        column,
                        OVER_EXT2 + request + " KB",
                        Metric.RATIO,
                        small / written(new PlainVolume(fast, request * KB)));
            }
        }
    }

    private static double written(Volume volume) {
        return MOST * 1e3 / volume.write(0, MOST);
    }

    /** The quotients of reading when a part of the file is in the page cache, which the paper does not give. */
    private static void cached(ExperimentFindings findings) {
        for (int percent : CACHED_PERCENT) {
            String column = Integer.toString(percent);
            for (long size : CACHED_SIZES) {
                Map<String, Double> speeds = new LinkedHashMap<>();
                volumes(16).forEach((name, volume) -> {
                    volume.write(0, size);
                    speeds.put(name, 1.0 / volume.read(0, percent));
                });
                for (int request : SWEPT_REQUESTS) {
                    findings.add(
                            CACHED,
                            column,
                            devices(request, size),
                            Metric.RATIO,
                            speeds.get(ext2(request, true)) / speeds.get(ext2(request, false)));
                }
                findings.add(
                        CACHED,
                        column,
                        LARGE_OVER_SMALL + ", " + size / KB + " KB",
                        Metric.RATIO,
                        speeds.get(matBall(256, 16)) / speeds.get(matBall(64, 16)));
            }
        }
    }

    private static String devices(int request, long size) {
        return "ext2 " + request + " KB, fast over slow, " + size / KB + " KB";
    }

    // ---- the paper's statements ------------------------------------------------------------------------------

    @Override
    public String notes(String group, Results results) {
        GroupNumbers numbers = new GroupNumbers(results, NAME, group);
        Claims claims = new Claims();
        if (group.equals(figure(4))) {
            figureFour(claims, numbers);
        } else if (group.equals(figure(5))) {
            sameAs("the same speed with λ 32 as with λ 16", claims, numbers, numbers.of(figure(4)));
        } else if (group.equals(figure(6))) {
            figureSix(claims, numbers);
        } else if (group.equals(figure(7))) {
            sameAs("the same speed with λ 32 as with λ 16", claims, numbers, numbers.of(figure(6)));
        } else if (group.equals(SENSITIVITY)) {
            whateverTheTimeOfARequest(claims, numbers);
        } else if (group.equals(CACHED)) {
            fromSomeShareOn(claims, numbers);
        }
        return claims.table();
    }

    private static void figureFour(Claims claims, GroupNumbers numbers) {
        for (int request : SWEPT_REQUESTS) {
            ahead(
                    claims,
                    "ext2 on the slow device, " + request + " KB, is slower than MatBall, 64 KB: each size",
                    all(
                            numbers,
                            size -> value(numbers, matBall(64, 16), size)
                                    / value(numbers, ext2(request, false), size)));
        }
        for (int request : SWEPT_REQUESTS) {
            gain(
                    claims,
                    "256 MB: MatBall 1.19 times ext2 on the fast device with requests of " + request + " KB",
                    1.19,
                    value(numbers, matBall(64, 16), LARGEST) / value(numbers, ext2(request, true), LARGEST));
        }
        gain(
                claims,
                "256 MB: extents of 256 KB 1.06 times those of 64 KB (fitted)",
                1.06,
                value(numbers, matBall(256, 16), LARGEST) / value(numbers, matBall(64, 16), LARGEST));
        ahead(
                claims,
                "64 KB: extents of 64 KB are ahead of those of 256 KB",
                Interval.exactly(
                        value(numbers, matBall(64, 16), SMALLEST) / value(numbers, matBall(256, 16), SMALLEST)));
    }

    private static void figureSix(Claims claims, GroupNumbers numbers) {
        GroupNumbers writing = numbers.of(figure(4));
        for (int request : SWEPT_REQUESTS) {
            for (String size : List.of(SMALLEST, LARGEST)) {
                ahead(
                        claims,
                        ReportNumbers.heading(size) + " KB: ext2's devices, " + request
                                + " KB, differ less when reading than when writing",
                        Interval.exactly(devices(writing, request, size) / devices(numbers, request, size)));
            }
        }
        Interval less = all(
                numbers,
                size -> size.equals(LARGEST)
                        ? 1
                        : value(numbers, matBall(256, 16), size) / value(numbers, matBall(64, 16), size));
        claims.within("less than 256 MB: no noticeable difference between extents of 64 and 256 KB", Band.SAME, less);
        gain(
                claims,
                "256 MB: extents of 256 KB 1.05 times those of 64 KB",
                1.05,
                value(numbers, matBall(256, 16), LARGEST) / value(numbers, matBall(64, 16), LARGEST));
    }

    /** How many times as fast ext2 is on the fast device as on the slow one. */
    private static double devices(GroupNumbers numbers, int request, String size) {
        return value(numbers, ext2(request, true), size) / value(numbers, ext2(request, false), size);
    }

    private static void sameAs(String statement, Claims claims, GroupNumbers numbers, GroupNumbers other) {
        for (int blocks : new int[] {64, 256}) {
            claims.within(
                    "extents of " + blocks + " KB: " + statement + ", each size",
                    Band.SAME,
                    all(
                            numbers,
                            size -> value(numbers, matBall(blocks, 32), size)
                                    / value(other, matBall(blocks, 16), size)));
        }
    }

    private static void whateverTheTimeOfARequest(Claims claims, GroupNumbers numbers) {
        for (String row : numbers.rows(Metric.RATIO)) {
            double paper = row.equals(LARGE_OVER_SMALL) ? 1.06 : 1.19;
            claims.within(
                    row + ": " + ReportNumbers.brief(paper) + ", whatever the time of a request",
                    Band.gain(paper),
                    over(numbers.columns(Metric.RATIO), column -> numbers.value(Metric.RATIO, row, column)));
        }
    }

    /** From which share of the file in the page cache on ext2's devices differ less than when writing. */
    private static void fromSomeShareOn(Claims claims, GroupNumbers numbers) {
        GroupNumbers writing = numbers.of(figure(4));
        for (int request : SWEPT_REQUESTS) {
            for (int percent : CACHED_PERCENT) {
                String column = Integer.toString(percent);
                double read = numbers.value(Metric.RATIO, devices(request, MOST), column);
                ahead(
                        claims,
                        "256 MB, " + percent + " % in the page cache: ext2's devices, " + request
                                + " KB, differ less when reading than when writing",
                        Interval.exactly(devices(writing, request, LARGEST) / read));
            }
        }
    }

    private static double value(GroupNumbers numbers, String row, String size) {
        return numbers.value(SPEED, row, size);
    }

    /** From the least to the highest number of all sizes. */
    private static Interval all(GroupNumbers numbers, ToDoubleFunction<String> of) {
        return over(numbers.columns(SPEED), of);
    }

    private static Interval over(List<String> columns, ToDoubleFunction<String> of) {
        double[] range =
                ReportNumbers.range(columns.stream().map(of::applyAsDouble).toList());
        return new Interval((range[0] + range[1]) / 2, range[0], range[1]);
    }

    /** A quotient that must be more than 1. */
    private static void ahead(Claims claims, String statement, Interval times) {
        claims.order(statement, times + " times", Band.AHEAD, List.of(times));
    }

    private static void gain(Claims claims, String statement, double paper, double ours) {
        claims.within(statement, Band.gain(paper), Interval.exactly(ours));
    }
}
