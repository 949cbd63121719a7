package dev.fallow.fuzz.input;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The edits of a session. Each step has its own random generator, so that omitting a step does not change the others.
 *
 * @param number the seed in the low 32 bits; each of the other bits omits a step
 */
public record EditPlan(long number) {
    public static final int MOST_STEPS = 31;
    private static final int SEED_BITS = 32;

    public static EditPlan draw(RandomGenerator random) {
        return new EditPlan(random.nextInt() & 0xFFFF_FFFFL);
    }

    public boolean leavesOut(int step) {
        return (number >>> SEED_BITS + step & 1) != 0;
    }

    public EditPlan without(int step) {
        return new EditPlan(number | 1L << SEED_BITS + step);
    }

    public RandomGenerator random(int step) {
        return new SplittableRandom((number & 0xFFFF_FFFFL) * 64 + step);
    }
}
