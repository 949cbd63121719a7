package dev.fallow.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs that tests run in processes of their own. */
public final class ChildProcess {
    /** A JVM prints that it has picked these up. */
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private ChildProcess() {}

    /**
     * The end of a program.
     *
     * @param status its exit status
     * @param output of both of its streams
     */
    public record Outcome(int status, String output) {}

    /** Starts a command whose streams are one. It is killed when this JVM ends, so that a timeout leaves no program behind. */
    public static Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(OPTIONS);
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    /** Runs a command to its end. The timeout of the test limits it. */
    public static Outcome run(List<String> command) throws IOException, InterruptedException {
        Process process = start(command);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }
}
