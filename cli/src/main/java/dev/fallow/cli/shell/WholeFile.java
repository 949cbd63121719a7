package dev.fallow.cli.shell;

import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option shared by commands that change the space of a whole file. Damage is not theirs to ignore. */
public final class WholeFile {
    @Option(
            names = "--force",
            description = {
                "Change the file even if another program has it open, if it is marked as open for writing, or if a journal beside it"
                        + " cannot be applied (it is discarded).",
                "No other program may write the file meanwhile; one that reads it may read anything."
            })
    private boolean force;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Opens a file for editing. A {@link Meter} shows how far it is. */
    public ContainerFile edit(Path file) {
        return open(file, OpenOptions.defaults());
    }

    /** Opens a file for reading, for what is only planned. */
    public ContainerFile read(Path file) {
        return open(file, OpenOptions.defaults().withReadOnly(true));
    }

    /**
     * Refuses a file whose free space cannot be persisted because of the sizes of its fields: what a command changes before it persists
     * free space would stay otherwise.
     */
    public static void requirePersistable(ContainerFile container) {
        if (!container.info().sizesAllowPersistence()) {
            container.setPersistFreeSpace(true); // fails, and says why
        }
    }

    /** Prints which release of libhdf5 the file needs, if it was another one before. */
    public static void printReader(PrintWriter out, String before, String after) {
        if (!after.equals(before)) {
            out.println("libhdf5 " + after + " and later open the file; before, " + before + " and later did.");
        }
    }

    private ContainerFile open(Path file, OpenOptions options) {
        return ContainerFile.open(
                file, options.withIgnoreWriteFlag(force).withIgnoreLocks(force).withProgress(Meter.of(command)));
    }
}
