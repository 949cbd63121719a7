package dev.fallow.benchmarks.comparison;

import static dev.fallow.benchmarks.comparison.GroupNumbers.gain;
import static dev.fallow.benchmarks.comparison.GroupNumbers.percent;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.BUDDY;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.EXTENTS;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.FIGURE_6;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.FIXED;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.FIXED_OUT_OF_ORDER;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.ONE_USER;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.OPEN;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.OPEN_CLUSTERING;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.RESTRICTED;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.STRIPE_CYLINDER;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.STRIPE_ELSEWHERE;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.TABLE_3;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.TABLE_4;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.USERS_ELSEWHERE;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.fit;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.ranges;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.restricted;
import static dev.fallow.benchmarks.comparison.ReadOptimizedFileSystems.sizes;

import dev.fallow.benchmarks.readoptimized.Workload;
import dev.fallow.freespace.policy.extent.Fit;

/**
 * Why the results of the read-optimized file systems differ from the paper's where they do. Every number that was measured is
 * taken from the results; what is arithmetic says so. On disks of the paper's size: the shares of a smaller one are others.
 */
final class ReadOptimizedReasons {
    private static final String SC = Workload.SC.name();
    private static final String TP = Workload.TP.name();
    private static final String TS = Workload.TS.name();

    private final GroupNumbers numbers;

    private ReadOptimizedReasons(GroupNumbers numbers) {
        this.numbers = numbers;
    }

    /** A paragraph or some, in Markdown; nothing if there is nothing to explain. */
    static String of(GroupNumbers numbers) {
        ReadOptimizedReasons reasons = new ReadOptimizedReasons(numbers);
        return switch (numbers.group()) {
            case TABLE_3 -> reasons.tableThree();
            case "figure 1, SC", "figure 1, TP" -> reasons.fragmentationOfLargeFiles();
            case "figure 1, TS" -> reasons.fragmentationOfSmallFiles();
            case "figure 2, SC" -> reasons.blockSizesForStreams();
            case "figure 2, TP" -> reasons.blockSizesForTransactions();
            case "figure 2, TS" -> reasons.clustering();
            case "figure 4, SC", "figure 4, TP" -> reasons.fitsAndLargeFiles();
            case "figure 4, TS" -> reasons.fitsAndSmallFiles();
            case "figure 5, SC" -> reasons.fitsAndStreams();
            case "figure 5, TP" -> reasons.fitsAndTransactions();
            case "figure 5, TS" -> reasons.fitsAndTimeSharing();
            case TABLE_4 -> reasons.tableFour();
            case FIGURE_6 -> reasons.allPolicies();
            case OPEN -> reasons.openParameters();
            case OPEN_CLUSTERING -> reasons.openClustering();
            default -> "";
        };
    }

    private String tableThree() {
        double[] internal = numbers.range(Metric.INTERNAL_FRAGMENTATION, "ours", SC);
        double[] external = numbers.range(Metric.EXTERNAL_FRAGMENTATION, "ours", SC);
        double application = numbers.value(Metric.APPLICATION, "ours", SC);
        double run = numbers.value(Metric.APPLICATION_RUN, "ours", SC);
        double cost = run * (100 / application - 1); // of a wait, in kilobytes that could be transferred meanwhile
        return """
                *Fragmentation* of a file that doubles is decided by how far its size is above a power of two, so by the
                deviations of the sizes, which the paper does not give. Arithmetic: files of exactly 500M, 100M and 10M in 512M,
                128M and 16M leave 19 %% unused, and one that has grown past 512M has 1G; in TS, 96K in 128K leave 25 %%.
                With our deviations SC's seeds differ between %s and %s. *External*: what is left when a request is first
                refused depends on which request that is. In SC it is between %s and %s of the disk, as the seed will have it; so
                one number of the paper's tells little. *Application*: SC's disks transfer for %s of their busy time; the rest
                is seeks and waits for the sector, one for each %s KB, since a burst of 512K gives each disk 64K. At the same cost a
                wait, 88 %% would leave room for one in some %s KB; how the paper's bursts came to be that long it does not say.
                The tables at the end show what its open parameters do.
                """.formatted(
                        percent(internal[0]),
                        percent(internal[1]),
                        percent(external[0]),
                        percent(external[1]),
                        percent(numbers.value(Metric.TRANSFER, "ours", SC)),
                        Numbers.brief(run),
                        Numbers.brief(cost / (100 / 88.0 - 1)));
    }

    private String fragmentationOfLargeFiles() {
        Metric external = Metric.EXTERNAL_FRAGMENTATION;
        return """
                Nearly all of it is with five sizes, that is with blocks of 16M: %s, clustered with grow factor 1, where four sizes
                have %s. A file has 17.07M in smaller blocks before it is given its first block of 16M (arithmetic: 8K, 64K, 1M
                and 16M), so it breaks a second one for the last 1.07M; and clustering makes each file do that in a region of its
                own, until there is no whole block of 16M for the request that is then refused. That is why *clustered* has more
                external fragmentation here, not less: without regions all small blocks come out of the same few large ones (%s).
                With grow factor 2 a file has twice as much in smaller blocks, and uses broken ones for longer: %s.
                """.formatted(
                        percent(numbers.value(external, restricted(true, 1), sizes(5))),
                        percent(numbers.value(external, restricted(true, 1), sizes(4))),
                        percent(numbers.value(external, restricted(false, 1), sizes(5))),
                        percent(numbers.value(external, restricted(true, 2), sizes(5))));
    }

    private String fragmentationOfSmallFiles() {
        return """
                By arithmetic, with the paper's own rule: a file of 96K has 8K in blocks of 1K, 64K in blocks of 8K, and then
                one of 64K, 136K in all (its figure 3 says so of every file over 72K); 29 %% are unused. Such files have most
                of the bytes, in the paper too, so with grow factor 1 and blocks of 64K no bound of 6 %% can hold: %s here.
                Grow factor 2 has blocks of 8K up to 144K: %s. With two sizes there is no 64K block, and what is left is that of
                files of 9K to 15K, which get 16K. So the grow factor gains more than a third, because there is more to be
                gained. External fragmentation is at most %s in either form: small requests are served until the last kilobytes,
                so there is no order in it.
                """.formatted(
                        percent(numbers.mean(Metric.INTERNAL_FRAGMENTATION, restricted(true, 1))),
                        percent(numbers.mean(Metric.INTERNAL_FRAGMENTATION, restricted(true, 2))),
                        Numbers.brief(numbers.most(Metric.EXTERNAL_FRAGMENTATION)) + " %");
    }

    private String blockSizesForStreams() {
        String row = restricted(true, 1);
        GroupNumbers fixed = numbers.of(FIGURE_6);
        String scattered = fixed.has(Metric.APPLICATION)
                ? " That scattered blocks do lose is seen in figure 6, where a free list out of order leaves "
                        + percent(100
                                * fixed.value(Metric.APPLICATION, FIXED_OUT_OF_ORDER, SC)
                                / fixed.value(Metric.APPLICATION, FIXED, SC))
                        + " of\nthe throughput."
                : "";
        return """
                Large blocks help only where small ones are not contiguous. Ours are: files are created on an empty disk and
                extended a burst at a time, and the next sequential block is nearly always free. With two sizes, of some 12,000
                blocks a file, there are %s contiguous pieces (clustered, grow factor 1), with five sizes %s. Whole files
                transfer %s KB for each wait with two and %s KB with five, the application %s KB and %s KB; already with two
                sizes whole files reach %s of the bandwidth, and there is no more to win.%s
                """.formatted(
                        numbers.brief(Metric.RUNS, row, sizes(2)),
                        numbers.brief(Metric.RUNS, row, sizes(5)),
                        numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(2)),
                        numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(5)),
                        numbers.brief(Metric.APPLICATION_RUN, row, sizes(2)),
                        numbers.brief(Metric.APPLICATION_RUN, row, sizes(5)),
                        percent(numbers.value(Metric.SEQUENTIAL, row, sizes(2))),
                        scattered);
    }

    private String blockSizesForTransactions() {
        String row = restricted(true, 1);
        return """
                A relation is created in one piece with two sizes, but then all files grow by 4K to 16K in turn: when the disk is
                90 %% full a file has %s pieces with two sizes and %s with five, and whole files transfer %s KB and %s KB for each
                wait. The application reads 16K at random, %s to %s KB for each wait whatever the blocks: nearly two thirds of such
                reads lie across a border of stripe units (arithmetic: from 15 of 24 positions in a unit), and cost two disks a
                wait.
                """.formatted(
                        numbers.brief(Metric.RUNS, row, sizes(2)),
                        numbers.brief(Metric.RUNS, row, sizes(5)),
                        numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(2)),
                        numbers.brief(Metric.SEQUENTIAL_RUN, row, sizes(5)),
                        Numbers.brief(numbers.least(Metric.APPLICATION_RUN)),
                        Numbers.brief(numbers.most(Metric.APPLICATION_RUN)));
    }

    private String clustering() {
        String with = restricted(true, 2);
        String without = restricted(false, 2);
        GroupNumbers users = numbers.of(OPEN_CLUSTERING);
        String alone = users.has(Metric.SEQUENTIAL)
                ? "With one user of each type it is " + clusteringGain(users, ONE_USER) + ", as the last table shows. "
                : "";
        return """
                Clustering does what it is meant to: with five sizes and grow factor 2, from one contiguous piece of a file to
                the next there are %s cylinders in the mean, without it %s. But that is a gain only for a disk that serves two
                pieces of a file one after the other. Here 12 users share 8 disks, and the few pieces of a file go to different
                disks, whose heads come from other users' files: %s is what is left of it. %sWith grow factor 1 and three sizes or
                more, files of 96K have 136K, and the disk is %s full when they have been created: nothing was deleted yet, and
                the pieces are beside each other in both forms. Grow factor 2 avoids the jump to the 64K block, as the paper says:
                %s pieces a file instead of %s. That alone does not make whole files faster: %s.
                """.formatted(
                        numbers.brief(Metric.JUMP, with, sizes(5)),
                        numbers.brief(Metric.JUMP, without, sizes(5)),
                        gain(numbers.value(Metric.SEQUENTIAL, with, sizes(5))
                                / numbers.value(Metric.SEQUENTIAL, without, sizes(5))),
                        alone,
                        percent(numbers.value(Metric.UTILIZATION, restricted(true, 1), sizes(5))),
                        numbers.brief(Metric.RUNS, with, sizes(5)),
                        numbers.brief(Metric.RUNS, restricted(true, 1), sizes(5)),
                        gain(numbers.mean(Metric.SEQUENTIAL, with, without)
                                / numbers.mean(Metric.SEQUENTIAL, restricted(true, 1), restricted(false, 1))));
    }

    private static String clusteringGain(GroupNumbers users, String column) {
        return gain(users.value(Metric.SEQUENTIAL, restricted(true, 2), column)
                / users.value(Metric.SEQUENTIAL, restricted(false, 2), column));
    }

    private String fitsAndLargeFiles() {
        double apart = 0;
        for (int count = 1; count <= 5; count++) {
            apart = Math.max(apart, Math.abs(fragmentation(Fit.BEST, count) - fragmentation(Fit.FIRST, count)));
        }
        return """
                Small, as the paper says, and for its reason: a freed extent leaves a hole of the size that the next request has.
                With both kinds added the two fits are never more than %s of the disk apart, and which is ahead changes with the
                configuration and the seed.
                """.formatted(Numbers.brief(apart) + " %");
    }

    private double fragmentation(Fit fit, int count) {
        return numbers.value(Metric.INTERNAL_FRAGMENTATION, fit(fit), ranges(count))
                + numbers.value(Metric.EXTERNAL_FRAGMENTATION, fit(fit), ranges(count));
    }

    private String fitsAndSmallFiles() {
        return """
                A file wastes half an extent in the mean: with extents of 4K for files of 8K and 96K that is %s of the space, with
                1K and 8K it is %s. Four and five ranges have extents of 4K for every second small file (%s and %s). There the bound of
                5 %% could hold only if the sizes of the files were near multiples of 4K. Which fit is used makes no difference that could
                be seen: at the end the holes are of one unit, and small extents fill them.
                """.formatted(
                        percent(numbers.value(Metric.INTERNAL_FRAGMENTATION, fit(Fit.FIRST), ranges(1))),
                        percent(numbers.value(Metric.INTERNAL_FRAGMENTATION, fit(Fit.FIRST), ranges(2))),
                        percent(numbers.value(Metric.INTERNAL_FRAGMENTATION, fit(Fit.FIRST), ranges(4))),
                        percent(numbers.value(Metric.INTERNAL_FRAGMENTATION, fit(Fit.FIRST), ranges(5))));
    }

    private String fitsAndStreams() {
        int ahead = 0;
        for (int count = 1; count <= 5; count++) {
            ahead += numbers.value(Metric.APPLICATION, fit(Fit.FIRST), ranges(count))
                            > numbers.value(Metric.APPLICATION, fit(Fit.BEST), ranges(count))
                    ? 1
                    : 0;
        }
        return """
                First fit is ahead in the application with %d of 5 configurations. Best fit has about as many contiguous pieces (%s and %s
                with one range), but they lie %s cylinders apart in the mean in place of %s, and %s KB are transferred for each wait
                in place of %s. In the sequential test all configurations are within %s of the maximum.
                """.formatted(
                        ahead,
                        numbers.brief(Metric.RUNS, fit(Fit.BEST), ranges(1)),
                        numbers.brief(Metric.RUNS, fit(Fit.FIRST), ranges(1)),
                        numbers.brief(Metric.JUMP, fit(Fit.BEST), ranges(1)),
                        numbers.brief(Metric.JUMP, fit(Fit.FIRST), ranges(1)),
                        numbers.brief(Metric.APPLICATION_RUN, fit(Fit.BEST), ranges(1)),
                        numbers.brief(Metric.APPLICATION_RUN, fit(Fit.FIRST), ranges(1)),
                        percent(numbers.most(Metric.SEQUENTIAL) - numbers.least(Metric.SEQUENTIAL)));
    }

    private String fitsAndTransactions() {
        double apart = 0;
        for (int count = 1; count <= 5; count++) {
            apart = Math.max(apart, numbers.spread(Metric.APPLICATION, ranges(count)));
            apart = Math.max(apart, numbers.spread(Metric.SEQUENTIAL, ranges(count)));
        }
        GroupNumbers extents = numbers.of(TABLE_4);
        String row = TP + ", ours";
        return """
                With the same ranges the fits differ by %s at most. The number of extents (table 4) shows in the sequential test
                where relations have many: %s extents a file with one range are read at %s, %s with two at %s. The %s of five ranges
                are mostly those of the logs, and are read at %s.
                """.formatted(
                        percent(100 * apart),
                        Numbers.brief(extents.value(Metric.EXTENTS, row, ranges(1))),
                        percent(numbers.value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(1))),
                        Numbers.brief(extents.value(Metric.EXTENTS, row, ranges(2))),
                        percent(numbers.value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(2))),
                        Numbers.brief(extents.value(Metric.EXTENTS, row, ranges(5))),
                        percent(numbers.value(Metric.SEQUENTIAL, fit(Fit.FIRST), ranges(5))));
    }

    private String fitsAndTimeSharing() {
        return """
                First fit gains a little, as in the paper: it keeps to the beginning of the disk, and a file's pieces are %s cylinders
                apart in the mean (two ranges), with best fit %s.
                """.formatted(
                        numbers.brief(Metric.JUMP, fit(Fit.FIRST), ranges(2)),
                        numbers.brief(Metric.JUMP, fit(Fit.BEST), ranges(2)));
    }

    private String tableFour() {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int count = 1; count <= 5; count++) {
            double ratio = numbers.value(Metric.EXTENTS, SC + ", ours", ranges(count))
                    / numbers.value(Metric.EXTENTS, SC + ", paper", ranges(count));
            least = Math.min(least, ratio);
            most = Math.max(most, ratio);
        }
        return """
                The paper's numbers are those of files of the mean initial sizes: (1,000 + 15 * 200 + 10 * 20) / 26 = 162
                for SC with extents of 512K. Ours are counted when the disk is 90 %% full, after the files have grown: in SC %s to
                %s. In TP the logs grow most, which counts where their extents are short: with five ranges the transaction log has
                a hundred extents of 10K for each megabyte. TS keeps its sizes, and within rounding its numbers. Which file takes
                which range is not in the paper; it was chosen by this table.
                """.formatted(gain(least), gain(most));
    }

    private String allPolicies() {
        double next = Math.max(value(Metric.APPLICATION, RESTRICTED, SC), value(Metric.APPLICATION, EXTENTS, SC));
        return """
                Where ours differs it is for the state of the fixed blocks' free list. Begun in the order of addresses it lays
                files out contiguously, and filling the disk to 90 %% does not undo that: a file of SC has %s pieces then, so fixed
                blocks lose little in its application (%s against the next), and are the best for TS, where their files have the fewest
                pieces (%s). On a disk that has been in use, with its list in random order, they lose everywhere: SC's application has
                %s of that with the list in order, TP's %s, TS's whole files %s; and every multiblock policy then beats them by more
                than the paper says. Its fixed blocks, 25 %% and 10 %% behind, lie between the two. Buddy is ahead for SC, by %s: its
                large blocks save waits only where a transfer goes on for more than a burst, and 512K end first (%s KB and %s KB for
                each wait).
                """.formatted(
                        numbers.brief(Metric.RUNS, FIXED, SC),
                        gain(value(Metric.APPLICATION, FIXED, SC) / next),
                        numbers.brief(Metric.RUNS, FIXED, TS),
                        ordered(Metric.APPLICATION, SC),
                        ordered(Metric.APPLICATION, TP),
                        ordered(Metric.SEQUENTIAL, TS),
                        gain(value(Metric.APPLICATION, BUDDY, SC) / next),
                        numbers.brief(Metric.APPLICATION_RUN, BUDDY, SC),
                        numbers.brief(Metric.APPLICATION_RUN, RESTRICTED, SC));
    }

    /** What the fixed blocks have left of their throughput when their list is out of order. */
    private String ordered(Metric metric, String column) {
        return percent(100 * value(metric, FIXED_OUT_OF_ORDER, column) / value(metric, FIXED, column));
    }

    private String openParameters() {
        Metric application = Metric.APPLICATION;
        double most = 0;
        for (String row : numbers.rows(application)) {
            most = Math.max(most, value(application, row, SC));
        }
        return """
                The paper gives neither stripe unit nor users. Longer stripe units let fewer disks take part in a small
                request, and so save waits: with a cylinder in place of a track TP's reads of 16K change by %s, SC's bursts by %s. One
                user of each type instead of several leaves disks idle in TP (%s) and TS (%s) and changes less in SC (%s), whose bursts
                use all of them. None of these brings SC's application to 88 %%: %s at most.
                """.formatted(stripes(TP), stripes(SC), users(TP), users(TS), users(SC), percent(most));
    }

    private String stripes(String column) {
        return gain(value(Metric.APPLICATION, STRIPE_CYLINDER, column)
                / value(Metric.APPLICATION, STRIPE_ELSEWHERE, column));
    }

    private String users(String column) {
        return gain(value(Metric.APPLICATION, ONE_USER, column) / value(Metric.APPLICATION, STRIPE_ELSEWHERE, column));
    }

    private String openClustering() {
        return """
                With few users a disk serves pieces of one file after each other, and clustering gains more in whole files: %s in
                place of %s (up to 20 %% in the paper).
                """.formatted(clusteringGain(numbers, ONE_USER), clusteringGain(numbers, USERS_ELSEWHERE));
    }

    private double value(Metric metric, String row, String column) {
        return numbers.value(metric, row, column);
    }
}
