package dev.fallow.cli.edit;

import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that changes a file. An invalid name is a usage error. */
@Command
public abstract class EditCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Makes the change. */
    abstract void edit() throws IOException;

    @Override
    public final Integer call() throws IOException {
        try {
            edit();
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
