package dev.fallow.benchmarks.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts the processes of the race.
 *
 * @param jvmOptions for each JVM
 * @param folder for what processes print
 * @param limitSeconds after which a process is ended
 */
public record Stable(List<String> jvmOptions, Path folder, long limitSeconds) {
    /** What each JVM needs whatever is measured. */
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

    /** Runs the main method of a class in a JVM like this one, with the options of the race. */
    List<String> java(Class<?> main, List<String> arguments) throws IOException, InterruptedException {
        return java(jvmOptions, main, arguments);
    }

    /** The same with other options. */
    List<String> java(List<String> options, Class<?> main, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(needed());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return lines(command);
    }

    /**
     * Runs a command to its end.
     *
     * @return what it printed; its standard error is this process's
     * @throws IOException if it cannot be started, ends with another code than 0, or not in time
     */
    List<String> lines(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "printed", ".txt");
        try {
            Process child = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(output.toFile())
                    .start();
            if (!child.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                child.destroyForcibly().waitFor();
                throw new IOException("more than " + limitSeconds + " s");
            }
            if (child.exitValue() != 0) {
                throw new IOException("ended with " + child.exitValue());
            }
            return Files.readAllLines(output);
        } finally {
            Files.delete(output);
        }
    }
}
