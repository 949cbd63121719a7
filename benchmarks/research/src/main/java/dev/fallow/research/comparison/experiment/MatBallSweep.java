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

/**
 * Figures 4 to 7 of No and Park: files of 64 KB to 256 MB written and read on the hybrid volume and on one device. Time
 * is simulated, so the numbers are the same on every machine and at every scale.
 */
public final class MatBallSweep implements Experiment {
    private static final long KB = 1024;
    private static final long LEAST = 64 * KB;
    private static final long MOST = 256 * 1024 * KB;
    private static final String SENSITIVITY = "sensitivity: writing 256 MB, by microseconds of a request";
    private static final String LARGE_OVER_SMALL = "MatBall, extents of 256 KB over 64 KB";
    private static final String OVER_EXT2 = "MatBall, extents of 64 KB, over ext2 with requests of ";
    private static final int[] REQUEST_MICROS = {1, 2, 5, 10, 15, 20, 30, 50, 100};
    private static final int[] EXT2_REQUESTS = {4, 8, 16, 32, 64};
    private static final int EXTENTS_64 = (int) (4 * MOST / KB / 64);
    private static final String LARGEST = Long.toString(MOST / KB);
    private static final String SMALLEST = Long.toString(LEAST / KB);

    @Override
    public String name() {
        return "matball-sweep";
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

    @Override
    public void run(String task, Scale scale, ExperimentFindings findings) {
        Map<String, Map<String, double[]>> found = new LinkedHashMap<>();
        volumes().forEach((name, volume) -> found.put(name, sweep(volume)));
        String[] groups = {"write", "read"};
        for (int i = 0; i < groups.length; i++) {
            int which = i;
            found.forEach((name, speeds) -> speeds.forEach((size, speed) ->
                    findings.add(groups[which], size, name, Metric.MEGABYTES_PER_SECOND, speed[which])));
        }
        claim(
                "write, 256 MB: extents of 64 KB over ext2, 16 KB, fast",
                1.19,
                ratio(found, 0, LARGEST, "MatBall 64 KB, λ 16", "ext2 16 KB, fast"),
                findings);
        claim(
                "write, 256 MB: extents of 64 KB over ext2, 8 KB, fast",
                1.19,
                ratio(found, 0, LARGEST, "MatBall 64 KB, λ 16", "ext2 8 KB, fast"),
                findings);
        claim(
                "write, 256 MB: extents of 256 KB over 64 KB",
                1.06,
                ratio(found, 0, LARGEST, "MatBall 256 KB, λ 16", "MatBall 64 KB, λ 16"),
                findings);
        claim(
                "write, 64 KB: extents of 256 KB over 64 KB (paper: less)",
                Double.NaN,
                ratio(found, 0, SMALLEST, "MatBall 256 KB, λ 16", "MatBall 64 KB, λ 16"),
                findings);
        claim(
                "write, 256 MB: λ 32 over 16 (paper: no noticeable difference)",
                1,
                ratio(found, 0, LARGEST, "MatBall 256 KB, λ 32", "MatBall 256 KB, λ 16"),
                findings);
        claim(
                "read, 256 MB: extents of 256 KB over 64 KB",
                1.05,
                ratio(found, 1, LARGEST, "MatBall 256 KB, λ 16", "MatBall 64 KB, λ 16"),
                findings);
        claim(
                "read, 256 MB: λ 32 over 16 (paper: no effect)",
                1,
                ratio(found, 1, LARGEST, "MatBall 256 KB, λ 32", "MatBall 256 KB, λ 16"),
                findings);
        sensitivity(findings);
        for (String size : List.of(SMALLEST, LARGEST)) {
            for (int i = 0; i < groups.length; i++) {
                claim(
                        groups[i] + ", " + ReportNumbers.heading(size)
                                + " KB: ext2 fast over slow (paper: less with reading)",
                        Double.NaN,
                        ratio(found, i, size, "ext2 16 KB, fast", "ext2 16 KB, slow"),
                        findings);
            }
        }
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

    @Override
    public String notes(String group, Results results) {
        if (!group.equals(SENSITIVITY)) {
            return "";
        }
        GroupNumbers numbers = new GroupNumbers(results, name(), group);
        Claims claims = new Claims();
        for (String row : numbers.rows(Metric.RATIO)) {
            double paper = row.equals(LARGE_OVER_SMALL) ? 1.06 : 1.19;
            double[] range = ReportNumbers.range(numbers.columns(Metric.RATIO).stream()
                    .map(column -> numbers.value(Metric.RATIO, row, column))
                    .toList());
            claims.within(
                    row + ": " + ReportNumbers.brief(paper) + ", whatever the time of a request",
                    Band.gain(paper),
                    new Interval((range[0] + range[1]) / 2, range[0], range[1]));
        }
        return claims.table();
    }

    private static Map<String, Volume> volumes() {
        Map<String, Volume> volumes = new LinkedHashMap<>();
        for (int blocks : new int[] {64, 256}) {
            for (int threshold : new int[] {16, 32}) {
                volumes.put(
                        "MatBall " + blocks + " KB, λ " + threshold,
                        new HybridVolume(new ExtentShape(blocks, threshold), (int) (4 * MOST / KB / blocks)));
            }
        }
        for (int request : new int[] {8, 16}) {
            volumes.put("ext2 " + request + " KB, fast", new PlainVolume(ServiceTimes.FAST, request * KB));
            volumes.put("ext2 " + request + " KB, slow", new PlainVolume(ServiceTimes.SLOW, request * KB));
        }
        return volumes;
    }

    /** The speeds of writing and reading in MB/s, by size. Each file is deleted before the next is written. */
    private static Map<String, double[]> sweep(Volume volume) {
        Map<String, double[]> speeds = new LinkedHashMap<>();
        int file = 0;
        for (long size = LEAST; size <= MOST; size *= 2) {
            double written = volume.write(file, size);
            double read = volume.read(file);
            volume.delete(file++);
            speeds.put(Long.toString(size / KB), new double[] {size * 1e3 / written, size * 1e3 / read});
        }
        return speeds;
    }

    private static double ratio(
            Map<String, Map<String, double[]>> found, int which, String size, String name, String over) {
        return found.get(name).get(size)[which] / found.get(over).get(size)[which];
    }

    private static void claim(String claim, double paper, double here, ExperimentFindings findings) {
        if (!Double.isNaN(paper)) {
            findings.add("the paper's text", "paper", claim, Metric.RATIO, paper);
        }
        findings.add("the paper's text", "here", claim, Metric.RATIO, here);
    }
}
