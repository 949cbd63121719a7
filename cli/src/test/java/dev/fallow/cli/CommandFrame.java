package dev.fallow.cli;

import dev.fallow.cli.shell.ExitCode;
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
     * Runs the command. An object that it prints with {@code --json} has to satisfy its schema.
     *
     * @return the exit code
     */
    protected int fallow(Object... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        String[] strings = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        int code = Fallow.run(new PrintWriter(out), new PrintWriter(err), strings);
        if (code <= ExitCode.FINDINGS && Schemas.hasSchema(out.toString())) {
            Schemas.check(out.toString());
        }
        return code;
    }
}
