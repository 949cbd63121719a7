package dev.fallow.benchmarks.race.entrant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts the processes of the race.
 *
 * @param jvmOptions for each JVM that gets warm
 * @param folder for what processes print
 * @param limitSeconds after which a process is ended
 */
public record Stable(List<String> jvmOptions, Path folder, long limitSeconds) {
    /** Options that each JVM needs. */
    private static List<String> needed() {
        List<String> options = new ArrayList<>();
        String natives = System.getProperty("org.bytedeco.javacpp.cachedir");
        if (natives != null) {
            options.add("-Dorg.bytedeco.javacpp.cachedir=" + natives);
        }
        if (Runtime.version().feature() >= 24) { // otherwise it warns
            options.add("--sun-misc-unsafe-memory-access=allow");
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return options;
    }

    /**
     * The output of a process.
     *
     * @param lines of its standard output, also if it has failed later
     * @param failure why it was not in order; null if it was
     */
    public record Printed(List<String> lines, String failure) {
        /** @throws IOException if the process failed */
        public List<String> orThrow() throws IOException {
            if (failure != null) {
                throw new IOException(failure);
            }
            return lines;
        }
    }

    /** Runs the main method of a class in a JVM like this one, with these options and those that it needs anyhow. */
    public Printed java(List<String> options, Class<?> main, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(needed());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return run(command);
    }

    /**
     * Runs a command to its end, which is a failure if its code is not 0, or it does not come in time. Its standard error is
     * this process's.
     *
     * @throws IOException if it cannot be started
     */
    Printed run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "printed", ".txt");
        try {
            Process child = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(output.toFile())
                    .start();
            String failure = null;
            if (!child.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                child.destroyForcibly().waitFor();
                failure = "more than " + limitSeconds + " s";
            } else if (child.exitValue() != 0) {
                failure = "ended with " + child.exitValue();
            }
            return new Printed(Files.readAllLines(output), failure);
        } finally {
            Files.delete(output);
        }
    }
}
