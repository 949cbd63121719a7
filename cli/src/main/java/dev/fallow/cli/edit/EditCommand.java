package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A command that changes a file. An invalid name is a usage error. */
public abstract class EditCommand extends Verb.OnFile {
    @Option(
            names = "--force",
            description = {
                "Change the file even if another program has it open, if it is marked as open for writing, if a journal beside it"
                        + " cannot be applied (it is discarded), or if verification finds damage that the change could make worse.",
                "Make a copy of the file first."
            })
    private boolean force;

    /** The exit code after {@link #edit}. */
    int code = ExitCode.OK;

    /** Makes the change. */
    abstract void edit() throws IOException;

    @Override
    public final Integer call() throws IOException {
        try {
            edit();
            return code;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Whether a file is given that is another one than the first argument. */
    final boolean isOther(Path other) throws IOException {
        return other != null && !(Files.exists(other) && Files.exists(file) && Files.isSameFile(file, other));
    }

    /** Opens the file for editing. */
    final ContainerFile open() {
        return open(file, OpenOptions.defaults());
    }

    /** Opens a file for editing. */
    final ContainerFile open(Path edited, OpenOptions options) {
        return ContainerFile.open(
                edited,
                options.withEditDamaged(force)
                        .withIgnoreWriteFlag(force)
                        .withIgnoreLocks(force)
                        .withProgress(Meter.of(spec)));
    }
}
