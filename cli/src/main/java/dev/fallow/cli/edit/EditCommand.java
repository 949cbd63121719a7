package dev.fallow.cli.edit;

import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import java.io.IOException;
import picocli.CommandLine.ParameterException;

/** A command that changes a file. An invalid name is a usage error. */
public abstract class EditCommand extends FileVerb {
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
