package dev.fallow.research.readoptimized;

import dev.fallow.research.readoptimized.FileType.Access;
import java.util.List;

/**
 * The three workloads of section 2.2. The paper gives numbers and sizes of files, the percentages of operations, and
 * the bursts of SC. The other parameters of table 2 are unspecified and were chosen here: users, times, and the
 * remaining sizes.
 */
public enum Workload {
    /**
     * A supercomputer, or complex queries: one file of 500M, 15 of 100M, 10 of 10M, read and written from end to end in
     * bursts of 512K or (small files) 32K.
     */
    SC {
        @Override
        List<FileType> types(Setting setting) {
            return List.of(
                    new FileType(
                            "large",
                            1,
                            1,
                            1,
                            10,
                            Access.STREAM,
                            512 * K,
                            0,
                            512 * K,
                            setting.scaled(500 * M),
                            setting.scaled(50 * M),
                            List.of(60, 30, 8, 2, 0, 0)),
                    new FileType(
                            "medium",
                            15,
                            3,
                            1,
                            10,
                            Access.STREAM,
                            512 * K,
                            0,
                            512 * K,
                            setting.scaled(100 * M),
                            setting.scaled(20 * M),
                            List.of(60, 30, 8, 2, 0, 0)),
                    new FileType(
                            "small",
                            10,
                            1,
                            1,
                            10,
                            Access.STREAM,
                            32 * K,
                            0,
                            32 * K,
                            setting.scaled(10 * M),
                            setting.scaled(2 * M),
                            List.of(60, 30, 5, 0, 5, 0)));
        }
    },
    /**
     * Large transaction processing: 10 relations of 210M with random reads and writes of 16K, 5 application logs of 5M
     * and a transaction log of 10M that are mostly extended.
     */
    TP {
        @Override
        List<FileType> types(Setting setting) {
            return List.of(
                    new FileType(
                            "relation",
                            10,
                            24,
                            10,
                            10,
                            Access.RANDOM,
                            16 * K,
                            2 * K,
                            16 * K,
                            setting.scaled(210 * M),
                            setting.scaled(21 * M),
                            List.of(60, 30, 7, 3, 0, 0)),
                    new FileType(
                            "application log",
                            5,
                            3,
                            10,
                            10,
                            Access.RANDOM,
                            4 * K,
                            K,
                            64 * K,
                            setting.scaled(5 * M),
                            setting.scaled(M),
                            List.of(2, 0, 93, 5, 0, 0)),
                    new FileType(
                            "transaction log",
                            1,
                            1,
                            10,
                            10,
                            Access.RANDOM,
                            4 * K,
                            K,
                            64 * K,
                            setting.scaled(10 * M),
                            setting.scaled(2 * M),
                            List.of(5, 0, 94, 1, 0, 0)));
        }
    },
    /**
     * Time sharing: small files of 8K that are created, read and deleted, and get two thirds of all requests; and
     * larger files of 96K: one for every five small ones when both fill 72 % of the disk, about one for every eight
     * when small files have filled it to 90 %.
     */
    TS {
        @Override
        List<FileType> types(Setting setting) {
            int larger = (int) (setting.capacity() / 100 * 72 / (SMALL_FOR_EACH_LARGER * 8 * K + 96 * K));
            return List.of(
                    new FileType(
                            "small",
                            SMALL_FOR_EACH_LARGER * larger,
                            8,
                            5,
                            10,
                            Access.RANDOM,
                            8 * K,
                            2 * K,
                            8 * K,
                            8 * K,
                            7 * K,
                            List.of(64, 0, 0, 0, 14, 22)),
                    new FileType(
                            "larger",
                            larger,
                            4,
                            5,
                            10,
                            Access.RANDOM,
                            8 * K,
                            2 * K,
                            8 * K,
                            96 * K,
                            32 * K,
                            List.of(60, 15, 15, 5, 5, 0)));
        }
    };

    private static final long K = 1024;
    private static final long M = K * K;
    private static final int SMALL_FOR_EACH_LARGER = 5;

    /** The file types for a setting. */
    abstract List<FileType> types(Setting setting);
}
