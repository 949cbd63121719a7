package dev.fallow.research.tournament;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Sequences of requests that are hard for policies which keep a footprint short, or for those that move nothing. */
public enum RequestSequence {
    /** Records of 1 to 9 KB; the oldest are deleted. */
    LOGGER("logger", true) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int i = 0; i < amount; i++) {
                lines.allocate(1_000 + random.nextInt(8_000));
                if (lines.count() > amount / 50) {
                    lines.release(0);
                }
            }
        }
    },
    /** Blocks of 64 bytes to 64 KiB, the logarithm uniform; any of them is replaced by one of another size. */
    CHURN("churn", true) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int i = 0; i < amount; i++) {
                if (lines.count() >= amount / 10) {
                    lines.release(random.nextInt(lines.count()));
                }
                lines.allocate((long) Math.exp(Math.log(64) + random.nextDouble() * Math.log(1024)));
            }
        }
    },
    /** Blocks of one size, every second of which is deleted; then slightly larger ones. */
    COMB("comb", false) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < amount / 15; i++) {
                    lines.allocate(2_500 + 25L * round);
                }
                lines.releaseEvery(2);
            }
        }
    },
    /** Each hole is smaller than what is allocated next. */
    PINHOLES("pinholes", false) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int round = 1; round <= 20; round++) {
                for (int i = 0; i < amount / 25; i++) {
                    lines.allocate(900L * round);
                }
                lines.releaseEvery(3);
            }
        }
    },
    /** After Robson: sizes double, and of each size every second block is kept. */
    ROBSON("robson", false) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int size = 64; size <= 64 << 8; size *= 2) {
                for (long i = 0; i < amount * 64L / size; i++) {
                    lines.allocate(size);
                }
                lines.releaseEvery(2);
            }
        }
    },
    /** Many small blocks that stay, and large ones that are replaced, first in, first out, by ever larger ones. */
    FEW_LARGE("few large replaced", false) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int i = 0; i < LARGE; i++) {
                lines.allocate(amount * 8L);
            }
            for (int i = 0; i < amount; i++) {
                lines.allocateForGood(64);
            }
            for (int i = 1; i <= amount / 10; i++) {
                lines.allocate(amount * 8L + (amount / 50) * i);
                lines.release(0);
            }
        }
    },
    /** Many large blocks that stay, and a few small ones that are replaced by any others. */
    FEW_SMALL("few small replaced", true) {
        @Override
        void run(Lines lines, int amount, SplittableRandom random) {
            for (int i = 0; i < LARGE; i++) {
                lines.allocate(64 + random.nextInt(64));
            }
            for (int i = 0; i < amount; i++) {
                lines.allocateForGood(4_096 + random.nextInt(4_096));
            }
            for (int i = 0; i < amount; i++) {
                lines.release(random.nextInt(lines.count()));
                lines.allocate(64 + random.nextInt(64));
            }
        }
    };

    private static final int LARGE = 16;

    private final String label;
    private final boolean random;

    RequestSequence(String label, boolean random) {
        this.label = label;
        this.random = random;
    }

    abstract void run(Lines lines, int amount, SplittableRandom seeds);

    /** The name in tables. */
    public String label() {
        return label;
    }

    /** Whether it depends on the seed. */
    public boolean isRandom() {
        return random;
    }

    /**
     * The requests.
     *
     * @param amount about the number of blocks, at least 150
     */
    public Requests requests(int amount, long seed) {
        Lines lines = new Lines();
        run(lines, amount, new SplittableRandom(seed));
        return lines.requests();
    }

    /** The lines of a {@link PublishedTrace} that is being made. */
    static final class Lines {
        private final List<Long> lines = new ArrayList<>();
        private final List<Integer> blocks = new ArrayList<>(); // those that may be released, oldest first
        private int next = 1;

        void allocate(long size) {
            blocks.add(next);
            allocateForGood(size);
        }

        void allocateForGood(long size) {
            lines.add(size);
            next++;
        }

        int count() {
            return blocks.size();
        }

        void release(int index) {
            lines.add(-(long) blocks.remove(index));
        }

        Requests requests() {
            return Requests.of(lines.stream().mapToLong(Long::longValue).toArray());
        }

        /** Of the blocks that may be released, every n-th, the last ones first. */
        void releaseEvery(int n) {
            for (int i = (count() - 1) / n * n; i >= 0; i -= n) {
                release(i);
            }
        }
    }

    /** @throws IllegalArgumentException if there is no such sequence */
    public static RequestSequence named(String label) {
        return Arrays.stream(values())
                .filter(sequence -> sequence.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no sequence " + label));
    }
}
