package dev.fallow.fuzz;

import dev.fallow.fuzz.input.EditPlan;
import dev.fallow.fuzz.outcome.Watchdog;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.random.RandomGenerator;

/**
 * Creates and runs executions. An execution is a function of its random numbers, which in a seeded run depend only on
 * the seed of the run and the number of the execution.
 */
final class Engine implements AutoCloseable {
    private final List<Target> targets;
    private final Findings findings;
    private final PrintStream out;
    private final boolean minimize;
    private final Watchdog watchdog;
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();
    private final Map<String, Long> nanos = new ConcurrentSkipListMap<>();
    private final long startedAt = System.nanoTime();
    private volatile long executions;
    private volatile Execution current;

    /**
     * Creates an engine that runs the executions in the current thread.
     *
     * @param targets the targets; a target that occurs several times is run more often
     * @param slowNanos the processor time in nanoseconds above which an execution is a finding
     * @param minimize whether to minimize the inputs of findings
     */
    Engine(List<Target> targets, Findings findings, PrintStream out, long slowNanos, boolean minimize) {
        this.targets = List.copyOf(targets);
        this.findings = findings;
        this.out = out;
        this.minimize = minimize;
        watchdog = new Watchdog(slowNanos, (number, where) -> foundSlow(where), this::halt);
    }

    /** Returns the random generator of an execution in a seeded run. */
    static RandomGenerator random(long seed, long number) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    }

    /** Creates an execution. */
    Execution make(String run, long number, RandomGenerator random) {
        Target target = targets.get(random.nextInt(targets.size()));
        long plan = EditPlan.draw(random).number();
        return new Execution(run, number, target, target.next(random), plan);
    }

    /** Runs an execution, and returns true if there was no finding. */
    boolean run(Execution execution) {
        executions++;
        counts.merge("target " + execution.target().name(), 1L, Long::sum);
        counts.merge("mutation " + execution.damaged().mutation().kind(), 1L, Long::sum);
        byte[] input = execution.damaged().mutation().bytes();
        long from = System.nanoTime();
        current = execution;
        watchdog.begin(executions);
        try {
            execution.target().run(input, execution.plan());
            return true;
        } catch (Throwable thrown) {
            watchdog.end();
            found(execution, input, thrown);
            return false;
        } finally {
            watchdog.end();
            nanos.merge("target " + execution.target().name(), System.nanoTime() - from, Long::sum);
        }
    }

    private void found(Execution execution, byte[] input, Throwable thrown) {
        String key = Findings.key(execution.target().name(), thrown);
        if (findings.count(key, execution.toString())) {
            out.println(Findings.escaped("NEW " + key + " [" + execution + "]"));
            Execution smallest = execution;
            byte[] smaller = input;
            if (minimize) {
                Minimizer minimizer = new Minimizer(execution, key);
                smaller = minimizer.minimize(input);
                smallest = new Execution(
                        execution.run(), execution.number(), execution.target(), execution.damaged(), minimizer.plan());
                try {
                    execution.target().run(smaller, smallest.plan());
                } catch (Throwable again) {
                    findings.save(
                            key, smallest, smaller, again, execution.target().lastSteps());
                    return;
                }
            }
            findings.save(key, execution, input, thrown, execution.target().lastSteps());
        }
    }

    private void foundSlow(StackTraceElement[] where) {
        Execution execution = current;
        String key = Findings.slowKey(execution.target().name(), where);
        if (findings.count(key, execution.toString())) {
            Throwable place = new Throwable("where it was");
            place.setStackTrace(where);
            findings.save(key, execution, execution.damaged().mutation().bytes(), place, "");
            out.println(Findings.escaped("NEW " + key + " [" + execution + "]")); // says that it is saved
        }
    }

    private void halt() {
        out.println(Findings.escaped("HANGS: " + current + "; go on behind it"));
        out.println(summary());
        out.flush();
        Runtime.getRuntime().halt(3);
    }

    long executions() {
        return executions;
    }

    /** Returns the counts and the findings as text. */
    String summary() {
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        List<String> lines = new ArrayList<>();
        lines.add("%,d executions in %.0f s, %.0f per second".formatted(executions, seconds, executions / seconds));
        new TreeMap<>(counts)
                .forEach((name, count) -> lines.add("%,12d  %s%s"
                        .formatted(
                                count,
                                name,
                                nanos.containsKey(name)
                                        ? ", %.2f ms each".formatted(nanos.get(name) / 1e6 / count)
                                        : "")));
        lines.add(findings.size() + " kinds of findings");
        return String.join("\n", lines) + "\n" + findings;
    }

    @Override
    public void close() {
        watchdog.close();
    }
}
