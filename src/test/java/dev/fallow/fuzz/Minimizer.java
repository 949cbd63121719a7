package dev.fallow.fuzz;

import dev.fallow.fuzz.input.EditPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Minimizes a finding: reduces the differences between its input and the seed, and the steps of its plan, as long as
 * the kind of the finding remains the same.
 */
final class Minimizer {
    private static final int MOST_TRIES = 600;
    private static final long MOST_NANOS = 20_000_000_000L;

    private final Execution execution;
    private final String key;
    private long plan;
    private int tries;
    private final long startedAt = System.nanoTime();

    Minimizer(Execution execution, String key) {
        this.execution = execution;
        this.key = key;
        plan = execution.plan();
    }

    /** Returns the minimized plan. */
    long plan() {
        return plan;
    }

    byte[] minimize(byte[] input) {
        byte[] smallest = input;
        byte[] whole = execution.damaged().seed().bytes();
        if (whole.length == input.length) {
            smallest = revert(input, whole);
        }
        for (int step = 0; step < execution.target().steps(); step++) {
            long shorter = new EditPlan(plan).without(step).number();
            if (stays(smallest, shorter)) {
                plan = shorter;
            }
        }
        return smallest;
    }

    /** Reverts runs of changed bytes, larger ones first. */
    private byte[] revert(byte[] input, byte[] whole) {
        byte[] smallest = input;
        boolean shrunk = true;
        while (shrunk && tries < MOST_TRIES) {
            shrunk = false;
            List<Integer> changed = new ArrayList<>();
            for (int at = 0; at < smallest.length; at++) {
                if (smallest[at] != whole[at]) {
                    changed.add(at);
                }
            }
            for (int run = Math.max(1, changed.size() / 2); run >= 1 && !shrunk; run /= 2) {
                for (int from = 0; from < changed.size() && !shrunk; from += run) {
                    byte[] smaller = smallest.clone();
                    for (int at : changed.subList(from, Math.min(changed.size(), from + run))) {
                        smaller[at] = whole[at];
                    }
                    execution.target().seal(execution.damaged(), smaller);
                    if (differing(smaller, whole) < changed.size() && stays(smaller, plan)) {
                        smallest = smaller;
                        shrunk = true;
                    }
                }
            }
        }
        return smallest;
    }

    private static int differing(byte[] bytes, byte[] whole) {
        int differing = 0;
        for (int at = Arrays.mismatch(bytes, whole); at >= 0 && at < whole.length; at++) {
            differing += bytes[at] == whole[at] ? 0 : 1;
        }
        return differing;
    }

    private boolean stays(byte[] input, long shorter) {
        if (tries++ >= MOST_TRIES || System.nanoTime() - startedAt > MOST_NANOS) {
            return false;
        }
        try {
            execution.target().run(input, shorter);
            return false;
        } catch (Throwable thrown) {
            return Findings.key(execution.target().name(), thrown).equals(key);
        }
    }
}
