package dev.fallow.benchmarks.readoptimized;

import dev.fallow.freespace.policy.extent.ExtentRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Which file has which extent size (section 4.3). The paper lists the ranges of each configuration, and not which files
 * take which; table 4 shows it in part, since extents per file are the files' sizes divided by the extents'. The files of a
 * type take the ranges that are listed for it in turn. They are chosen so that files of the mean initial sizes have the
 * numbers of extents in table 4, to within one. What follows from the table is odd at times: with four ranges the largest
 * file of SC must have extents of 512K. And the range of 1M cannot have served TS: if one larger file in a hundred had an
 * extent of 1M for its 96K, more than 5 % of the disk would be wasted by these alone.
 */
final class ExtentSizes {
    private static final long K = 1024;
    private static final long M = K * K;

    private ExtentSizes() {}

    /**
     * The extent size of a file.
     *
     * @param ranges in the configuration, 1 to 5; 0 stands for a policy that does not use it
     * @param type index of the file type in the workload
     * @param file its number among the files of the type
     */
    static long draw(Workload workload, int ranges, int type, int file, Random random) {
        if (ranges == 0) {
            return K;
        }
        List<Long> means = ofType(workload, ranges, type);
        return new ExtentRange(means.get(file % means.size())).size(random.nextGaussian(), K);
    }

    /** The means that files of a type take in turn, in bytes. */
    static List<Long> ofType(Workload workload, int ranges, int type) {
        if (ranges < 1 || ranges > 5) {
            throw new IllegalArgumentException(ranges + " ranges, must be 1 to 5");
        }
        return switch (workload) {
            case SC -> SC.get(ranges - 1).get(type);
            case TP -> TP.get(ranges - 1).get(type);
            case TS -> TS.get(ranges - 1).get(type);
        };
    }

    private static List<Long> mostly(int times, long usual, long other) {
        List<Long> all = new ArrayList<>(Collections.nCopies(times, usual));
        all.add(other);
        return List.copyOf(all);
    }

    /** Large, medium, small. */
    private static final List<List<List<Long>>> SC = List.of(
            List.of(List.of(512 * K), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K, M), List.of(512 * K)),
            List.of(List.of(512 * K), mostly(14, 512 * K, M), List.of(10 * M, 16 * M)),
            List.of(List.of(16 * M), List.of(512 * K, M, M), List.of(10 * K, 512 * K, 512 * K, 512 * K, 10 * M)));

    /** Relations, application logs, the transaction log. */
    private static final List<List<List<Long>>> TP = List.of(
            List.of(List.of(512 * K), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K), List.of(M)),
            List.of(List.of(10 * M, 16 * M), List.of(512 * K, M), List.of(M)),
            List.of(List.of(16 * M), mostly(4, 512 * K, 10 * K), List.of(10 * K)));

    /** Small, larger. */
    private static final List<List<List<Long>>> TS = List.of(
            List.of(List.of(4 * K), List.of(4 * K)),
            List.of(List.of(K), List.of(8 * K)),
            List.of(List.of(K), List.of(8 * K)),
            List.of(List.of(K, 4 * K), List.of(8 * K)),
            List.of(List.of(K, 4 * K), List.of(8 * K, 16 * K)));
}
