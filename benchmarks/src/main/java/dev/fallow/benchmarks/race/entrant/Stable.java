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
 * @param jvmOptions the options of warm JVMs
 * @param folder the directory for the output of processes
 * @param limitSeconds the time limit of a process
 */
public record Stable(List<String> jvmOptions, Path folder, long limitSeconds) {
    /** The options that every JVM needs. */
    private static List<String> needed() {
        List<String> options = new ArrayList<>();
        String natives = System.getProperty("org.bytedeco.javacpp.cachedir");
        if (natives != null) {
            options.add("-Dorg.bytedeco.javacpp.cachedir=" + natives);
        }
        if (Runtime.version().feature() >= 24) { // avoids a warning
            options.add("--sun-misc-unsafe-memory-access=allow");
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return options;
    }

    /**
     * The output of a process.
     *
     * @param lines of its standard output, even if it failed later
     * @param failure the reason for a failure; null if it succeeded
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

    /** Runs the main method of a class in a JVM of the same installation, with these and the required options. */
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
     * Runs a command to its end. It fails if its exit code is not 0, or it exceeds the time limit. It inherits standard
     * error.
     *
     * @throws IOException if the command cannot be started
     */
    public Printed run(List<String> command) throws IOException, InterruptedException {
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
