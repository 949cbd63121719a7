package dev.fallow.fuzz;

import dev.fallow.fuzz.input.Anatomy;
import dev.fallow.fuzz.input.KeptSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.fuzz.outcome.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The command for long runs; {@code CONTRIBUTING.md} describes its properties. The exit status is 1 if there are
 * findings, and 3 if an execution does not terminate.
 */
public final class Campaign {
    /** System property: the number of executions. */
    static final String EXECUTIONS = "fallow.fuzz.executions";
    /** System property: the seed of the run. */
    static final String SEED = "fallow.fuzz.seed";
    /** System property: the number of the first execution. */
    static final String FROM = "fallow.fuzz.from";
    /** System property: the targets, separated by commas. */
    static final String TARGETS = "fallow.fuzz.targets";
    /** System property: the folder of inputs that are kept between runs. */
    static final String CORPUS = "fallow.fuzz.corpus";
    /** System property: the folder in which findings are saved. */
    static final String FINDINGS = "fallow.fuzz.findings";
    /** System property: a file or a folder of files to run all targets with, instead of a campaign. */
    static final String REPLAY = "fallow.fuzz.replay";
    /** System property: seeded or guided. */
    static final String ENGINE = "fallow.fuzz.engine";

    private static final int MOST_KEPT = 400;
    private static final int MOST_NEW = 2_000;
    private static final long REPORT_EVERY = 20_000;

    private Campaign() {}

    /** Runs the campaign; takes no arguments. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path corpus = corpus();
        if (property(ENGINE, "seeded").equals("guided")) {
            Files.createDirectories(findingsFolder());
            Path choices = corpus == null ? null : Files.createDirectories(corpus.resolve("choices"));
            GuidedCampaign.run(number(EXECUTIONS, 100_000), number(SEED, 1), choices);
            return;
        }
        boolean clean;
        try (Targets targets = Targets.make(true, kept(corpus))) {
            String replay = property(REPLAY, "");
            clean = replay.isEmpty() ? run(targets, corpus) : Replay.all(Path.of(replay), targets, System.out);
        }
        System.exit(clean ? 0 : 1);
    }

    private static boolean run(Targets targets, Path corpus) throws IOException {
        long seed = number(SEED, 1);
        long from = number(FROM, 0);
        long executions = number(EXECUTIONS, 100_000);
        Findings findings = new Findings(findingsFolder());
        try (Engine engine = engine(targets, findings)) {
            System.out.printf(
                    "%d seeds, run %d, executions %d to %d%n", targets.seeds().size(), seed, from, from + executions);
            Thread atEnd = new Thread(() -> System.out.println(engine.summary()), "fuzz summary");
            Runtime.getRuntime().addShutdownHook(atEnd); // also if the run is interrupted
            int added = 0;
            for (long number = from; number < from + executions; number++) {
                Execution execution = engine.make("run " + seed, number, Engine.random(seed, number));
                boolean clean = engine.run(execution);
                boolean news = targets.outcomes().takeNews();
                if (corpus != null && clean && news && number - from > 2_000 && added < MOST_NEW) {
                    added += keep(corpus, execution) ? 1 : 0;
                }
                if ((number - from + 1) % REPORT_EVERY == 0) {
                    System.out.println(engine.summary().lines().findFirst().orElse("") + ", " + findings.size()
                            + " findings, at " + number);
                }
            }
            System.out.println(targets.outcomes());
        }
        return findings.size() == 0;
    }

    static Engine engine(Targets targets, Findings findings) {
        Set<String> names =
                new HashSet<>(Arrays.asList(property(TARGETS, Targets.names()).split(",")));
        return new Engine(targets.weighted(names), findings, System.out, Watchdog.SLOW_NANOS, true);
    }

    static Path findingsFolder() {
        return Path.of(property(FINDINGS, "target/fuzz"));
    }

    /** Returns the corpus folder, after creating it if necessary, or null if the property is not set. */
    static Path corpus() throws IOException {
        String value = property(CORPUS, "");
        return value.isEmpty() ? null : Files.createDirectories(Path.of(value));
    }

    static List<Seed> kept(Path corpus) throws IOException {
        return corpus == null ? List.of() : KeptSeeds.of(corpus, "kept: ", MOST_KEPT);
    }

    /** Saves an input that was refused with a new kind of message. */
    private static boolean keep(Path corpus, Execution execution) throws IOException {
        byte[] input = execution.damaged().mutation().bytes();
        if (!execution.target().extension().equals(Containers.EXTENSION) || !Anatomy.isContainer(input)) {
            return false;
        }
        Files.write(corpus.resolve("%08x.h5".formatted(Arrays.hashCode(input))), input);
        return true;
    }

    private static long number(String name, long otherwise) {
        return Long.parseLong(property(name, "" + otherwise));
    }

    /** Returns a property or its default; the build passes empty strings for properties that are not set. */
    private static String property(String name, String otherwise) {
        String value = System.getProperty(name, "");
        return value.isEmpty() ? otherwise : value;
    }
}
