package dev.fallow.research.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The distributions of request sizes. All sizes are multiples of 8 bytes, so that bitmaps can take part. */
public enum SizeDistribution {
    /** 70 % from 20 hot sizes of 24 to 4,096 bytes, 30 % uniform multiples of 8 up to 64 KiB. */
    HOT_SIZES("hot-sizes") {
        @Override
        public long draw(SplittableRandom random) {
            return random.nextInt(100) < 70 ? HOT[random.nextInt(HOT.length)] : UNIFORM.draw(random);
        }
    },

    /** Uniform multiples of 8 up to 64 KiB. */
    UNIFORM("uniform") {
        @Override
        public long draw(SplittableRandom random) {
            return 8L * (1 + random.nextInt(8192));
        }
    },

    /**
     * The metadata of a file with many small groups and datasets: few sizes, each very frequent: version 1 object
     * headers of groups and datasets, local heaps, symbol-table nodes and B-tree nodes with default parameters, and
     * occasionally a doubled data segment of a heap.
     */
    GROUP_HEADERS("group-headers") {
        @Override
        public long draw(SplittableRandom random) {
            int of100 = random.nextInt(100);
            if (of100 < 24) {
                return 40; // object header of a group: prefix and a symbol-table message
            } else if (of100 < 44) {
                return 544; // B-tree node
            } else if (of100 < 62) {
                return 120; // local heap: header and a data segment of 88 bytes
            } else if (of100 < 78) {
                return 328; // symbol-table node of 8 entries
            } else if (of100 < 94) {
                return 272; // object header of a dataset
            }
            return 88L << 1 + random.nextInt(5); // data segment of a local heap that was doubled
        }
    },

    /** Bounded Pareto: many small, a few huge; 32 bytes to 1 MiB, exponent 1.1. */
    PARETO("pareto") {
        @Override
        public long draw(SplittableRandom random) {
            double share = 1 - random.nextDouble() * (1 - PARETO_TAIL);
            return Math.min(1 << 20, (long) (32 * Math.pow(share, -1 / 1.1)) + 7 & -8L);
        }
    },

    /** Adversary: 8 to 64 bytes, so that a small region contains very many sections. */
    TINY("tiny") {
        @Override
        public long draw(SplittableRandom random) {
            return 8L * (1 + random.nextInt(8));
        }
    },

    /** Adversary: only 8 bytes. */
    ONE_TINY_SIZE("one-tiny-size") {
        @Override
        public long draw(SplittableRandom random) {
            return 8;
        }
    },

    /** Adversary: only 4,096 bytes. */
    ONE_SIZE("one-size") {
        @Override
        public long draw(SplittableRandom random) {
            return 4096;
        }
    },

    /** Adversary: sizes that rarely repeat and are too large for a table of small sizes; 64 KiB to 16 MiB. */
    LARGE_DISTINCT("large-distinct") {
        @Override
        public long draw(SplittableRandom random) {
            return 8L * (8192 + random.nextInt(2_088_960));
        }
    };

    /** The hot sizes, 24 to 4,096 bytes. */
    private static final long[] HOT = {
        24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024, 2048, 3072, 4096
    };

    /** The share of an unbounded Pareto distribution that is above 1 MiB. */
    private static final double PARETO_TAIL = Math.pow(32.0 / (1 << 20), 1.1);

    private final String label;

    SizeDistribution(String label) {
        this.label = label;
    }

    /** Draws a size in bytes. */
    public abstract long draw(SplittableRandom random);

    /** The name in commands and tables. */
    public String label() {
        return label;
    }

    /** @throws IllegalArgumentException if there is no such distribution */
    public static SizeDistribution named(String label) {
        return Arrays.stream(values())
                .filter(distribution -> distribution.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no distribution of sizes " + label));
    }

    @Override
    public String toString() {
        return label;
    }
}
