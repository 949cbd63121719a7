package dev.fallow.research.readoptimized;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code file-system-trace}: records a file-system workload. */
@Command(
        name = "file-system-trace",
        mixinStandardHelpOptions = true,
        description = "Records the allocations and releases of a workload as a trace for replay.")
public final class FileSystemTraceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "WORKLOAD", description = "SC, TP or TS.")
    private Workload workload;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file for the trace.")
    private Path file;

    @Parameters(
            index = "2",
            paramLabel = "DIVISOR",
            defaultValue = "16",
            description = "Divides the number of cylinders of the paper's disks. Default: ${DEFAULT-VALUE}.")
    private int divisor;

    @Parameters(
            index = "3",
            paramLabel = "OPERATIONS",
            defaultValue = "100000",
            description = "The number of operations after the disks have been filled. Default: ${DEFAULT-VALUE}.")
    private int operations;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().println(new FileSystemTrace(workload, file, setting(), operations).write());
        return 0;
    }

    private Setting setting() {
        if (operations < 0) {
            throw new ParameterException(spec.commandLine(), "OPERATIONS: expected 0 or more, found " + operations);
        }
        try {
            return Setting.scaledDown(divisor);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
