package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An installed program. A test that needs a program that is not installed is skipped with a message. */
final class Installed {
    /**
     * System property: the Python whose h5py the tests use; then the environment variable FALLOW_PYTHON; by default the
     * first of several candidates that has h5py.
     */
    private static final String PYTHON = "fallow.python";

    private static final long SECONDS = 300;

    private final List<String> command;

    private Installed(List<String> command) {
        this.command = command;
    }

    /**
     * The result of running a program.
     *
     * @param status its exit status, 128 or more after a signal
     * @param output its standard output and standard error
     */
    record Outcome(int status, String output) {}

    /** Returns a program on the path. */
    static Installed program(String name) {
        boolean found = Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        assumeTrue(found, name + " is not on the PATH");
        return new Installed(List.of(name));
    }

    /** Runs a program in Python with h5py, whose argument is a path, and which prints "as expected" if all of it is. */
    static void checkWithH5py(String program, Path path) throws IOException, InterruptedException {
        Outcome outcome = pythonWithH5py().run("-c", program, path.toString());
        assertThat(outcome.output().strip()).isEqualTo("as expected");
        assertThat(outcome.status()).isZero();
    }

    /** Returns a Python that has h5py. */
    static Installed pythonWithH5py() throws IOException, InterruptedException {
        String named = System.getProperty(PYTHON, System.getenv("FALLOW_PYTHON"));
        for (String python : named != null ? List.of(named) : List.of("python3", "/usr/bin/python3")) {
            Installed candidate = new Installed(List.of(python));
            try {
                if (candidate.run("-c", "import h5py").status == 0) {
                    return candidate;
                }
            } catch (IOException e) {
                assumeTrue(named == null, named + " cannot be started: " + e.getMessage());
            }
        }
        assumeTrue(false, "no Python with h5py; the system property " + PYTHON + " can name one");
        throw new AssertionError();
    }

    /** Runs the program until it exits. */
    Outcome run(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of(arguments));
        Path output = Files.createTempFile("fallow", ".out");
        try {
            Process process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("more than " + SECONDS + " s: " + line);
            }
            return new Outcome(
                    process.exitValue(), Files.readString(output, java.nio.charset.StandardCharsets.ISO_8859_1));
        } finally {
            Files.delete(output);
        }
    }
}
