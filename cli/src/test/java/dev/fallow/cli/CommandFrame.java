package dev.fallow.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** Runs the command inside the test, and keeps what it prints. */
public abstract class CommandFrame {
    /** What the last run printed to standard output. */
    protected StringWriter out = new StringWriter();

    /** What the last run printed to standard error. */
    protected StringWriter err = new StringWriter();

    /**
     * Runs the command.
     *
     * @return the exit code
     */
    protected int fallow(Object... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        String[] strings = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        return Fallow.run(new PrintWriter(out), new PrintWriter(err), strings);
    }
}
