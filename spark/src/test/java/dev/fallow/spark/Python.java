package dev.fallow.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The Python of this machine: that of the property {@code fallow.python}, or the environment variable {@code FALLOW_PYTHON}. */
public final class Python {
    private Python() {}

    /** The command of a Python that has a module; without one, the test is skipped. */
    public static String with(String module) throws InterruptedException {
        String named = System.getProperty("fallow.python", System.getenv("FALLOW_PYTHON"));
        for (String python : named != null ? List.of(named) : List.of("python3", "/usr/bin/python3")) {
            if (imports(python, module)) {
                return python;
            }
        }
        assumeTrue(false, "no Python with " + module + "; the system property fallow.python can name one");
        throw new AssertionError();
    }

    private static boolean imports(String python, String module) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(python, "-c", "import " + module)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }
}
