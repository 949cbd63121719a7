package dev.fallow.fuzz;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The edits of a session. Each step has its own random generator, so that omitting a step does not change the others.
 *
 * @param number the seed in the low 32 bits; each of the other bits omits a step
 */
record EditPlan(long number) {
    static final int MOST_STEPS = 31;
    private static final int SEED_BITS = 32;

    static EditPlan draw(RandomGenerator random) {
        return new EditPlan(random.nextInt() & 0xFFFF_FFFFL);
    }

    boolean leavesOut(int step) {
        return (number >>> SEED_BITS + step & 1) != 0;
    }

    EditPlan without(int step) {
        return new EditPlan(number | 1L << SEED_BITS + step);
    }

    RandomGenerator random(int step) {
        return new SplittableRandom((number & 0xFFFF_FFFFL) * 64 + step);
    }
}
