package dev.fallow.cli.edit;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.Meter;
import dev.fallow.options.OpenOptions;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option shared by commands that change a file. */
public final class EditedFile {
    @Option(
            names = "--force",
            description = {
                "Change the file even if another program has it open, if it is marked as open for writing, if a journal beside it"
                        + " cannot be applied (it is discarded), or if verification finds damage that the change could make worse.",
                "Make a copy of the file first."
            })
    private boolean force;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Opens the file for editing. */
    ContainerFile open(Path file) {
        return open(file, OpenOptions.edit());
    }

    /** Opens the file for editing, with further options. */
    ContainerFile open(Path file, OpenOptions options) {
        return ContainerFile.open(
                file,
                options.withEditDamaged(force)
                        .withIgnoreWriteFlag(force)
                        .withIgnoreLocks(force)
                        .withProgress(Meter.of(command)));
    }
}
