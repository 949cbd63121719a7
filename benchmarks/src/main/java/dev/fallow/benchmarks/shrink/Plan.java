package dev.fallow.benchmarks.shrink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * What an application does: sessions, each of which ends with a restart.
 *
 * @param fullSession the first session in which the amount of data is about constant
 */
record Plan(List<Step> steps, int sessions, int fullSession) {
    private static final int RUNS_IN_SESSION = 5;
    private static final int KEPT_RUNS = 20;
    private static final int CHUNK = 4096;
    private static final int GROUPS = 16;
    private static final int IN_ROUND = 8;
    private static final int SHORT_LIFE = 5;
    private static final int LONG_LIFE = 50;
    private static final int LONGEST_LIFE = 200;

    /** The kind of a step. */
    enum Kind {
        GROUP,
        /** A dataset of 32-bit integers with five attributes. */
        DATASET,
        DELETE,
        COMMIT,
        /** Closes the file and opens it again. */
        RESTART
    }

    /**
     * One operation.
     *
     * @param count of elements
     * @param chunk elements in a chunk, which is deflated; 0 if contiguous
     * @param bits of {@link Noise}
     */
    record Step(Kind kind, String path, int count, int chunk, int bits, int seed) {
        static Step of(Kind kind, String path) {
            return new Step(kind, path, 0, 0, 0, 0);
        }

        /** For programs in other languages. */
        String line() {
            String line = kind.name().toLowerCase(java.util.Locale.ROOT) + "\t" + path;
            return kind == Kind.DATASET ? line + "\t" + count + "\t" + chunk + "\t" + bits + "\t" + seed : line;
        }
    }

    /**
     * A logger: five runs in each session, a group for each run with 3 to 8 datasets of 100 bytes to 200 KB, a third of
     * which are chunked and deflated, and a commit after each. The oldest run is deleted when there are more than 20.
     */
    static Plan logger(int sessions, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Step> steps = new ArrayList<>();
        Deque<String> kept = new ArrayDeque<>();
        for (int session = 0; session < sessions; session++) {
            for (int run = 0; run < RUNS_IN_SESSION; run++) {
                String group = "run" + (session * RUNS_IN_SESSION + run);
                steps.add(Step.of(Kind.GROUP, group));
                int datasets = random.nextInt(3, 9);
                for (int i = 0; i < datasets; i++) {
                    steps.add(dataset(random, group + "/d" + i, bytes(random, 100, 200_000)));
                }
                kept.add(group);
                if (kept.size() > KEPT_RUNS) {
                    steps.add(Step.of(Kind.DELETE, kept.remove()));
                }
                steps.add(Step.of(Kind.COMMIT, ""));
            }
            steps.add(Step.of(Kind.RESTART, ""));
        }
        return new Plan(steps, sessions, KEPT_RUNS / RUNS_IN_SESSION);
    }

    /**
     * Long churn: eight datasets in each round, of 100 bytes to 1 MB, half of them at most 4 KB; nine of ten live for one
     * to five rounds, the others for 50 to 200. A commit after each round, a restart after five.
     */
    static Plan churn(int rounds, int seed) {
        record Death(int round, String path) {}
        SplittableRandom random = new SplittableRandom(seed);
        List<Step> steps = new ArrayList<>();
        PriorityQueue<Death> deaths = new PriorityQueue<>(java.util.Comparator.comparingInt(Death::round));
        for (int group = 0; group < GROUPS; group++) {
            steps.add(Step.of(Kind.GROUP, "g" + group));
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < IN_ROUND; i++) {
                String path = "g" + random.nextInt(GROUPS) + "/r" + round + "d" + i;
                int size = random.nextInt(10);
                int bytes = size < 5
                        ? bytes(random, 100, 4_000)
                        : size < 9 ? bytes(random, 4_000, 64_000) : bytes(random, 64_000, 1_000_000);
                steps.add(dataset(random, path, bytes));
                int life = random.nextInt(10) < 9
                        ? random.nextInt(1, SHORT_LIFE + 1)
                        : random.nextInt(LONG_LIFE, LONGEST_LIFE + 1);
                deaths.add(new Death(round + life, path));
            }
            while (deaths.peek() != null && deaths.peek().round() <= round) {
                steps.add(Step.of(Kind.DELETE, deaths.remove().path()));
            }
            steps.add(Step.of(Kind.COMMIT, ""));
            if (round % RUNS_IN_SESSION == RUNS_IN_SESSION - 1) {
                steps.add(Step.of(Kind.RESTART, ""));
            }
        }
        int sessions = rounds / RUNS_IN_SESSION;
        return new Plan(steps, sessions, Math.min(LONG_LIFE / RUNS_IN_SESSION, sessions - 1));
    }

    private static int bytes(SplittableRandom random, int least, int most) {
        return (int) (least * Math.pow((double) most / least, random.nextDouble()));
    }

    private static Step dataset(SplittableRandom random, String path, int bytes) {
        int count = Math.max(1, bytes / Integer.BYTES);
        int chunk = random.nextInt(3) == 0 ? Math.min(CHUNK, count) : 0;
        return new Step(Kind.DATASET, path, count, chunk, random.nextInt(4, 29), random.nextInt(1 << 30));
    }
}
