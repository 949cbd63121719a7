package dev.fallow.fuzz;

import dev.fallow.fuzz.input.ByteChoices;
import java.io.IOException;

/** The entry points for Jazzer. Findings are counted and saved here instead of thrown, so that Jazzer continues. */
public final class GuidedTarget {
    private static final long REPORT_EVERY = 20_000;

    private static Targets targets;
    private static Engine engine;
    private static Findings findings;

    private GuidedTarget() {}

    /** Creates the seeds. */
    public static void fuzzerInitialize() throws IOException {
        findings = new Findings(Campaign.findingsFolder());
        targets = Targets.make(true, Campaign.kept(Campaign.corpus()));
        engine = Campaign.engine(targets, findings);
    }

    /** Runs the execution that the choices determine. */
    public static void fuzzerTestOneInput(byte[] choices) {
        engine.run(engine.make("guided", engine.executions(), new ByteChoices(choices)));
        if (engine.executions() % REPORT_EVERY == 0) {
            System.out.println(engine.summary().lines().findFirst().orElse("") + ", " + findings.size() + " findings");
        }
    }

    /** Prints the findings. */
    public static void fuzzerTearDown() throws IOException {
        System.out.println(engine.summary());
        engine.close();
        targets.close();
    }
}
