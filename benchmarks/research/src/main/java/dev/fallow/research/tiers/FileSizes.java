package dev.fallow.research.tiers;

import java.util.SplittableRandom;

/** The sizes of the files of a population, in bytes. */
public enum FileSizes {
    /**
     * The smaller sizes of IOzone's sweep, 64 KB to 1 MB, with equal probability. All are multiples of 64 KB, but not
     * of 256 KB.
     */
    DOUBLING("doubling sizes, 64 KB to 1 MB") {
        @Override
        public long draw(SplittableRandom random) {
            return 65536L << random.nextInt(5);
        }
    },

    /** Uniform up to 64 KB, so smaller than an extent. */
    SMALL("small files, up to 64 KB") {
        @Override
        public long draw(SplittableRandom random) {
            return 1 + random.nextInt(65536);
        }
    },

    /** 512 bytes to 1 MB, with equal frequency per power of two. */
    WIDE("all sizes, 512 bytes to 1 MB") {
        @Override
        public long draw(SplittableRandom random) {
            return (long) (512 * Math.pow(2, 11 * random.nextDouble()));
        }
    };

    private final String label;

    FileSizes(String label) {
        this.label = label;
    }

    /** Draws the size of a file in bytes. */
    public abstract long draw(SplittableRandom random);

    /** The name in tables. */
    public String label() {
        return label;
    }
}
