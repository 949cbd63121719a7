package dev.fallow.research.readoptimized;

import dev.fallow.research.policy.extent.ExtentRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The assignment of extent sizes to files (section 4.3). The paper lists the ranges of each configuration without
 * assigning them to files. Table 4 determines the assignment in part, because the number of extents per file is the
 * file size divided by the extent size. The files of a type use the ranges listed for it in turn, chosen so that files
 * of the mean initial sizes have the numbers of extents in table 4, to within one. Some consequences are surprising:
 * with four ranges, the largest file of SC must have extents of 512K. And the range of 1M cannot have been used in TS:
 * if one in a hundred of the larger files had an extent of 1M for its 96K, these alone would waste more than 5 % of the
 * disk.
 */
final class ExtentRanges {
    private static final long K = 1024;
    private static final long M = K * K;

    private ExtentRanges() {}

    /**
     * The extent size of a file.
     *
     * @param ranges the number of ranges in the configuration, 1 to 5; 0 for a policy without ranges
     * @param type the index of the file type in the workload
     * @param file the number of the file among those of its type
     */
    static long draw(Workload workload, int ranges, int type, int file, Random random) {
        if (ranges == 0) {
            return K;
        }
        List<Long> means = ofType(workload, ranges, type);
        return new ExtentRange(means.get(file % means.size())).size(random.nextGaussian(), K);
    }

    /** The mean extent sizes in bytes that the files of a type use in turn. */
    static List<Long> ofType(Workload workload, int ranges, int type) {
        if (ranges < 1 || ranges > 5) {
            throw new IllegalArgumentException(ranges + " ranges, expected 1 to 5");
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

    /** For large, medium and small files. */
    private static final List<List<List<Long>>> SC = List.of(
            List.of(List.of(512 * K), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K, M), List.of(512 * K)),
            List.of(List.of(512 * K), mostly(14, 512 * K, M), List.of(10 * M, 16 * M)),
            List.of(List.of(16 * M), List.of(512 * K, M, M), List.of(10 * K, 512 * K, 512 * K, 512 * K, 10 * M)));

    /** For relations, application logs and the transaction log. */
    private static final List<List<List<Long>>> TP = List.of(
            List.of(List.of(512 * K), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K), List.of(512 * K)),
            List.of(List.of(16 * M), List.of(512 * K), List.of(M)),
            List.of(List.of(10 * M, 16 * M), List.of(512 * K, M), List.of(M)),
            List.of(List.of(16 * M), mostly(4, 512 * K, 10 * K), List.of(10 * K)));

    /** For small and larger files. */
    private static final List<List<List<Long>>> TS = List.of(
            List.of(List.of(4 * K), List.of(4 * K)),
            List.of(List.of(K), List.of(8 * K)),
            List.of(List.of(K), List.of(8 * K)),
            List.of(List.of(K, 4 * K), List.of(8 * K)),
            List.of(List.of(K, 4 * K), List.of(8 * K, 16 * K)));
}
